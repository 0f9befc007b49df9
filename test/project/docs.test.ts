import {existsSync} from 'node:fs'
import {dirname, join, normalize} from 'node:path'
import {describe, expect, test} from 'vitest'
import {commandHelp, programHelp} from '../../src/cli/arguments/help.ts'
import {commands, globalOptions} from '../../src/cli/commands.ts'
import {handlers} from '../../src/conversation/fold/handlers.ts'
import {dialects} from '../../src/dialects/index.ts'
import {toolRunStates} from '../../src/model/index.ts'
import {golden} from '../support/golden.ts'
import {
  anchorsOf,
  listFiles,
  pages,
  proseOf,
  readText,
  root,
  shellLines,
  writtenPages,
} from '../support/project/documents.ts'

describe('the command line reference', () => {
  test('is what the option table says', () => {
    const chapters = commands.map(
      (command) => `## \`recount ${command.name}\`\n\n\`\`\`text\n${commandHelp(command)}\`\`\`\n`,
    )
    golden(
      'docs/cli.md',
      `# Command line\n\nMade from the option table by \`npm run approve\`.\n\n\`\`\`text\n${programHelp()}\`\`\`\n\n${chapters.join('\n')}`,
    )
  })
  for (const command of commands) {
    test(`names ${command.name} and each of its options`, () => {
      const reference = readText('docs/cli.md')
      expect(reference).toContain(`## \`recount ${command.name}\``)
      for (const option of [...command.options.filter(({isHidden}) => !isHidden), ...globalOptions])
        expect(reference).toContain(`--${option.name}`)
    })
    test(`has an example of ${command.name} that begins with its name`, () => {
      expect(command.examples.length).toBeGreaterThan(0)
      for (const example of command.examples) expect(example).toContain(`recount ${command.name}`)
    })
  }
})

describe('the guides', () => {
  test('docs/model.md has a chapter on each kind of message and each state of a run', () => {
    const model = readText('docs/model.md')
    expect(Object.keys(handlers).filter((kind) => !model.includes(`### \`${kind}\``))).toEqual([])
    expect(toolRunStates.filter((state) => !model.includes(`\`${state}\``))).toEqual([])
  })
  test('docs/model.md names each field of each kind of message', () => {
    const model = readText('docs/model.md')
    const map =
      /export interface MessageMap \{\n([\s\S]*?)\n\}/.exec(readText('src/model/message.ts'))?.[1] ?? ''
    const kinds = [
      ...map.matchAll(/^ {2}'?([\w-]+)'?: ([\s\S]*?)(?=^ {2}(?:'?[\w-]+'?:|\/\*\*)|(?![\s\S]))/gm),
    ]
    expect(kinds.map(([, kind]) => kind).sort()).toEqual(Object.keys(handlers).sort())
    const missing = kinds.flatMap(([, kind = '', type = '']) => {
      const chapter = model.split(`### \`${kind}\`\n`)[1]?.split('\n#')[0] ?? ''
      return [...type.matchAll(/readonly (\w+):/g)].flatMap(([, field = '']) =>
        chapter.includes(`\`${field}\``) ? [] : [`${kind}: ${field}`],
      )
    })
    expect(missing).toEqual([])
  })
  test('each dialect has a page about its format', () => {
    const missing = dialects.filter(({name}) => !existsSync(join(root, `docs/formats/${name}.md`)))
    expect(missing).toEqual([])
  })
  test('every figure in the README is one of bench/RESULTS.md', () => {
    const results = readText('bench/RESULTS.md')
    const table = readText('README.md').split('| what | figure |\n|---|---|\n')[1]?.split('\n\n')[0] ?? ''
    const figures = [...table.matchAll(/\| ([^|]+) \|$/gm)].flatMap(([, cell = '']) => cell.split(' / '))
    expect(figures.length).toBeGreaterThan(5)
    expect(figures.filter((figure) => !results.includes(figure))).toEqual([])
  })
})

describe('links', () => {
  test.each(pages)('%s links only to pages and chapters that exist', (page) => {
    const broken = [...proseOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([, target = '', anchor]) => {
        const file = target === '' ? page : normalize(join(dirname(page), target))
        if (!existsSync(join(root, file))) return [target]
        if (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor)) return []
        return [`${target}#${anchor}`]
      },
    )
    expect(broken).toEqual([])
  })
})

describe('names', () => {
  const source = ['src', 'test', 'scripts', 'bench', 'docs'].flatMap(listFiles)
  const words = new Set(
    source
      .filter((file) => /\.(?:ts|mjs)$/.test(file))
      .flatMap((file) => readText(file).match(/[A-Za-z_$][\w$]*/g) ?? []),
  )
  const guides = [
    'CONTRIBUTING.md',
    'docs/ARCHITECTURE.md',
    'docs/SECURITY.md',
    'docs/recording.md',
    'docs/server.md',
  ]
  const quoted = (page: string): readonly string[] =>
    [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)

  test.each(guides)('%s names only files and folders that exist', (page) => {
    const paths = quoted(page).filter((text) =>
      /^(?:[\w-]+\/)*[\w.-]+\.(?:ts|mjs)$|^(?:src|test|scripts|bench)\/[\w/.-]+$/.test(text),
    )
    expect(
      paths.filter((path) => !source.some((file) => file === path || file.endsWith(`/${path}`))),
    ).toEqual([])
  })
  test.each(guides)('%s names only functions and types that exist', (page) => {
    // `Conversation.add(line)`, `describeEntry`: a capital after the first letter, so that ordinary words are left out.
    const names = quoted(page).filter((text) => /^[A-Za-z]\w*[a-z][A-Z]\w*(?:\.\w+)?(?:\(.*\))?$/.test(text))
    expect(
      names.filter((name) => !(name.match(/^[\w.]+/)?.[0].split('.') ?? []).every((word) => words.has(word))),
    ).toEqual([])
  })
})

test('the table of folders in docs/ARCHITECTURE.md allows no import that no file needs', () => {
  const rows = [...readText('docs/ARCHITECTURE.md').matchAll(/^\| `([\w/]+)` \| .* \| ([^|]+) \|$/gm)]
  const unused = rows.flatMap(([, folder = '', may = '']) => {
    const files = listFiles(`src/${folder}`).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const imported = new Set(
      files.flatMap((file) =>
        [...readText(file).matchAll(/\b(?:from|import) ?\(?'(\.[^']+)'/g)].map(
          ([, target = '']) => join(dirname(file), target).split('/')[1],
        ),
      ),
    )
    return /^(?:nothing|everything)$/.test(may)
      ? []
      : may
          .split(', ')
          .filter((other) => !imported.has(other))
          .map((other) => `${folder}: ${other}`)
  })
  expect(unused).toEqual([])
})

describe('the plain voice', () => {
  test.each(writtenPages)('%s uses none of the words that recount avoids', (page) => {
    const prose = proseOf(page).replaceAll(/`[^`\n]+`|"[^"\n]+"/g, '')
    expect(
      prose.match(/.*\b(?:anew|usual|told|tells|goes on|going on|stands|wish|somebody|nobody)\b.*/gi) ?? [],
    ).toEqual([])
  })
  test.each(pages)('%s refers to nothing outside of the repository', (page) => {
    expect(readText(page).match(/.*(?:\bseed 00\d|\.\.\/shared).*/gi) ?? []).toEqual([])
  })
})

describe('commands', () => {
  const known = new Map(commands.map((command) => [command.name, command]))
  test.each(writtenPages)('%s uses only commands and options that exist', (page) => {
    const wrong = shellLines(page).flatMap((line) =>
      [...line.matchAll(/(?:^|\| )recount( [^|>]*|$)/g)].flatMap(([, text = '']) => {
        const [given = '', ...others] = (text.split(' -- ')[0] ?? '')
          .replaceAll(/"[^"]*"|'[^']*'/g, 'x')
          .trim()
          .split(/\s+/)
        const command = known.get(given === '' || given.startsWith('-') ? 'print' : given)
        if (!command) return [`${line}: ${given}`]
        const names = [...command.options, ...globalOptions].flatMap(({name, aliases = []}) => [
          name,
          ...aliases,
        ])
        return [given, ...others]
          .filter((word) => word.startsWith('--') && !names.includes(word.slice(2)))
          .map((word) => `${line}: ${word}`)
      }),
    )
    expect(wrong).toEqual([])
  })
})
