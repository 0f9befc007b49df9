import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** TypeScript in a document or a comment, with the line on which it begins. */
export interface Example {
  readonly file: string
  readonly line: number
  readonly code: string
}

/** The TypeScript blocks of a Markdown file, given by its path in the repository. */
export function readMarkdownExamples(file: string): readonly Example[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/^```(?:ts|typescript)\n([\s\S]*?)^```$/gm)].map(({index, 1: code = ''}) => ({
    file,
    line: lineAt(text, index) + 1,
    code,
  }))
}

/** The `@example`s in the comments of a source file, given by its path in the repository. Each imports what it uses. */
export function readCommentExamples(file: string): readonly Example[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(({index: start, 0: comment}) =>
    [...comment.matchAll(/@example\b[^\n]*\n([\s\S]*?)(?=^\s*\* @\w|\*\/)/gm)].map(
      ({index, 1: body = ''}) => ({
        file,
        line: lineAt(text, start + index) + 1,
        code: body
          .replaceAll(/^\s*\* ?/gm, '')
          .replaceAll(/^```.*$/gm, '')
          .trimEnd(),
      }),
    ),
  )
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/**
 * Compiles examples against the built package, as a program that has installed it would: strict, NodeNext, and with all
 * declaration files checked (`skipLibCheck: false`). Returns one line for each error. If `out` is given, the JavaScript of
 * example N is written there as `example-N.js` and can be run.
 */
export function compileExamples(examples: readonly Example[], out?: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'recount-examples-'))
  try {
    installPackage(folder)
    for (const [index, {code}] of examples.entries())
      writeFileSync(join(folder, `example-${index}.ts`), `${code}\nexport {}\n`)
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      types: ['node'],
      strict: true,
      skipLibCheck: false,
      ...(out === undefined ? {noEmit: true} : {outDir: out}),
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({compilerOptions, include: ['*.ts']}))
    if (out !== undefined) installPackage(out)
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const {stdout, stderr} = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return `${stdout}${stderr}`
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => nameExample(line, examples))
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

/** Makes a folder in which `recount` and the types of Node can be imported. */
function installPackage(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@types'), {recursive: true})
  symlinkSync(root, join(modules, 'recount'), 'dir')
  symlinkSync(join(root, 'node_modules/@types/node'), join(modules, '@types/node'), 'dir')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({type: 'module'}))
}

/** An error of the compiler with the file and line of the document instead of those of the copy. */
const nameExample = (error: string, examples: readonly Example[]): string =>
  error.replace(/^example-(\d+)\.ts\((\d+),\d+\)/, (whole, index: string, line: string) => {
    const example = examples[Number(index)]
    return example ? `${example.file}:${example.line + Number(line) - 1}` : whole
  })
