import {spawnSync} from 'node:child_process'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'
import {commandHelp, programHelp} from '../../src/cli/arguments/help.ts'
import {commands, globalOptions} from '../../src/cli/commands.ts'
import {dialects} from '../../src/dialects/index.ts'
import {messageKinds, toolRunStates} from '../../src/model/index.ts'
import {golden} from '../support/golden.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

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
      const reference = read('docs/cli.md')
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
    const model = read('docs/model.md')
    expect(messageKinds.filter((kind) => !model.includes(`### \`${kind}\``))).toEqual([])
    expect(toolRunStates.filter((state) => !model.includes(`\`${state}\``))).toEqual([])
  })
  test('each dialect has its format written down', () => {
    expect(
      dialects.map(({name}) => name).filter((name) => !existsSync(join(root, `docs/formats/${name}.md`))),
    ).toEqual([])
  })
  test('links between our own pages lead somewhere', () => {
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      ...readdirSync(join(root, 'docs'), {recursive: true, encoding: 'utf8'}).map((file) => `docs/${file}`),
    ].filter((file) => file.endsWith('.md'))
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].flatMap(([, target = '']) =>
        existsSync(join(root, page, '..', target)) ? [] : [`${page} → ${target}`],
      ),
    )
    expect(broken).toEqual([])
  })
  test('the README shows what the program really prints', () => {
    const blocks = [...read('README.md').matchAll(/^```console\n\$ recount (.+)\n([\s\S]*?)^```$/gm)]
    expect(blocks.length).toBeGreaterThan(1)
    for (const [, words = '', shown = ''] of blocks) {
      const {stdout} = spawnSync(process.execPath, [join(root, 'dist/cli/main.js'), ...words.split(' ')], {
        cwd: root,
        encoding: 'utf8',
        env: {TZ: 'UTC'},
      })
      expect(stdout).toContain(shown)
    }
  })
})
