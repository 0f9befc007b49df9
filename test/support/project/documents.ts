import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The text of a file, given by its path in the repository. */
export const readText = (file: string): string => readFileSync(join(root, file), 'utf8')

/** All files below a folder of the repository, as paths in the repository. */
export const listFiles = (folder: string): readonly string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'}).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      )
    : []

/** Every Markdown page of the project. */
export const pages: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...listFiles('docs').filter((file) => file.endsWith('.md')),
]

/** The pages that people write. The others are made from the source by `npm run approve`. */
export const writtenPages = pages.filter((page) => !/^docs\/(?:api\/|cli\.md$|prices\.md$)/.test(page))

/** A page without its code blocks. */
export const proseOf = (page: string): string => readText(page).replaceAll(/^```[\s\S]*?^```$/gm, '')

/** The anchors of a page's headings, as GitHub makes them. */
export const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/** The lines of a page's shell blocks, without comments. */
export const shellLines = (page: string): readonly string[] =>
  [...readText(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.trimEnd().split('\n'))
    .map((line) => line.replace(/\s+# .*$/, ''))
