import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join, relative} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {findFiles} from './find-files.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-find-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const early = '0aaaaaaa-0000-4000-8000-000000000000'
const late = 'faaaaaaa-0000-4000-8000-000000000000'

/** Writes empty files and gives the names of those that are found, in their order. */
function found(folder: string, names: readonly string[]): readonly string[] {
  for (const name of names) {
    const path = join(temp, folder, name)
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, '')
  }
  return findFiles(join(temp, folder), () => {}).map(({path}) => relative(join(temp, folder), path))
}

describe('the files of a folder', () => {
  test('are in order: each session before its agents, in its folder or next to it', () => {
    const names = [
      `p/${early}.jsonl`,
      `p/${early}/subagents/agent-1.jsonl`,
      `p/${late}.jsonl`,
      `p/${late}/subagents/agent-2.jsonl`,
      'p/agent-b1.jsonl',
      'p/agent-b2.jsonl',
      `q/${early}.jsonl`,
      'q/agent-a1.jsonl',
    ]
    expect(found('order', [...names].reverse())).toEqual(names)
  })
  test('are in order: the streams of a session as they were numbered', () => {
    const names = ['stream.jsonl', 'stream-2.jsonl', 'stream-10.jsonl', 'streams/a.jsonl']
    expect(found('numbers', [...names].reverse())).toEqual(names)
  })
  test('are those below it: links are not followed, and reported if they hide something', () => {
    const names = ['p/b.jsonl', 'q/c.jsonl']
    found('links', names)
    const folder = join(temp, 'links')
    symlinkSync(folder, join(folder, 'loop'))
    symlinkSync('/', join(folder, 'p/deep'))
    symlinkSync(join(folder, 'p/b.jsonl'), join(folder, 'a.jsonl'))
    symlinkSync(join(folder, 'q'), join(folder, 'p/q'))
    symlinkSync(join(temp, 'numbers/stream.jsonl'), join(folder, 'q/d.jsonl'))
    const problems: string[] = []
    const paths = findFiles(folder, ({message}) => void problems.push(message)).map(({path}) => path)
    expect(paths.map((path) => relative(folder, path))).toEqual(names)
    expect(problems.sort()).toEqual(
      ['a.jsonl', 'loop', 'q/d.jsonl'].map(
        (name) =>
          `Cannot read ${join(folder, name)}: it is a link, and links are not followed. Give its target to read it.`,
      ),
    )
  })
  test('may be below a link that was named', () => {
    found('linked', ['p/a.jsonl'])
    symlinkSync(join(temp, 'linked'), join(temp, 'link'))
    expect(findFiles(join(temp, 'link'), () => {})).toMatchObject([{path: join(temp, 'link/p/a.jsonl')}])
  })
  test('are transcripts and streams by their ending', () => {
    expect(found('endings', ['a.jsonl', 'b.ndjson', 'c.json', 'd.meta.json', 'e.txt'])).toEqual([
      'a.jsonl',
      'b.ndjson',
    ])
  })
})

// Other systems refuse such names.
test.skipIf(process.platform !== 'linux')(
  'what has a name that is not UTF-8 is reported, and the rest is found',
  () => {
    const folder = join(temp, 'bytes')
    mkdirSync(folder)
    const placeOf = (name: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), name])
    writeFileSync(placeOf(Buffer.from('a\xff.jsonl', 'latin1')), '')
    writeFileSync(placeOf(Buffer.from('a\xff.png', 'latin1')), '')
    mkdirSync(placeOf(Buffer.from('b\xff', 'latin1')))
    writeFileSync(join(folder, 'c\ufffd.jsonl'), '')
    const skipped: string[] = []
    const names = findFiles(folder, ({message}) => void skipped.push(message)).map(({path}) => path)
    expect(names).toEqual([join(folder, 'c\ufffd.jsonl')])
    expect(skipped.sort()).toEqual(
      ['a\ufffd.jsonl', 'b\ufffd'].map(
        (name) => `Cannot read ${join(folder, name)}: its name is not valid UTF-8. Rename it to read it.`,
      ),
    )
  },
)
