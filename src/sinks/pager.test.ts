import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import {afterAll, describe, expect, test} from 'vitest'
import {openPager} from './pager.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-pager-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** Writes a program; `$0` is its path. */
function program(name: string, lines: string): string {
  const path = join(temp, name)
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
  return path
}

/** A standard output that remembers. */
function fakeOut() {
  const written: string[] = []
  const write = async (text: string): Promise<void> => {
    written.push(text)
  }
  return {out: {closed: false, write}, written}
}

const seen = (path: string): string => readFileSync(`${path}.seen`, 'utf8')
const env = {PATH: process.env['PATH']}

describe('a pager', () => {
  test('gets everything, and the program waits until it is closed', async () => {
    const path = program('slow', 'sleep 0.3; cat > "$0.seen"')
    const {out, written} = fakeOut()
    const pager = await openPager({...env, PAGER: path}, out)
    const text = 'a line of text\n'.repeat(20_000)
    await pager.write(text)
    await pager.write('the end\n')
    await pager.close()
    expect(seen(path)).toBe(`${text}the end\n`)
    expect(written).toEqual([])
  })
  test('is waited for where it reads slowly', async () => {
    const path = program('asleep', 'sleep 0.5; cat > /dev/null')
    const pager = await openPager({...env, PAGER: path}, fakeOut().out)
    let done = false
    const writing = pager.write('x'.repeat(4_000_000)).then(() => {
      done = true
    })
    await sleep(100)
    expect(done).toBe(false)
    await writing
    await pager.close()
  })
  test('that is closed early ends the writing quietly', async () => {
    const path = program('head', 'head -n 1 > "$0.seen"')
    const {out, written} = fakeOut()
    const pager = await openPager({...env, PAGER: path}, out)
    for (let page = 0; page < 1000 && !pager.closed; page += 1) await pager.write('a line\n'.repeat(10_000))
    expect(pager.closed).toBe(true)
    await pager.write('more')
    await pager.close()
    expect(seen(path)).toBe('a line\n')
    expect(written).toEqual([])
  })
  test('may be named with words for it, which no shell reads', async () => {
    const path = program('words', 'printf "%s|" "$@" > "$0.seen"; cat > /dev/null')
    const pager = await openPager({...env, PAGER: `  ${path} -R  $HOME;ls `}, fakeOut().out)
    await pager.close()
    expect(seen(path)).toBe('-R|$HOME;ls|')
  })
  test('is told to keep colours, unless the person has told it something else', async () => {
    const path = program('flags', 'echo "$LESS" > "$0.seen"')
    await (await openPager({...env, PAGER: path}, fakeOut().out)).close()
    expect(seen(path)).toBe('FRX\n')
    await (await openPager({...env, PAGER: path, LESS: 'S'}, fakeOut().out)).close()
    expect(seen(path)).toBe('S\n')
  })
  test('is less where none is named', async () => {
    const path = program('less', 'cat > "$0.seen"')
    const pager = await openPager({PATH: `${temp}:${env.PATH}`}, fakeOut().out)
    await pager.write('text')
    await pager.close()
    expect(seen(path)).toBe('text')
  })
})

describe('without a pager, the text is written to standard output', () => {
  const unfit = program('unfit', '')
  chmodSync(unfit, 0o644)
  for (const [why, environment] of [
    ['because the one that is named is not there', {...env, PAGER: '/nowhere/pager -R'}],
    ['because it is no program', {...env, PAGER: unfit}],
    ['because less is not there', {PATH: '/nowhere'}],
    ['because none is wanted', {...env, PAGER: ''}],
  ] as const) {
    test(why, async () => {
      const {out, written} = fakeOut()
      const pager = await openPager(environment, out)
      await pager.write('text\n')
      await pager.close()
      expect(written).toEqual(['text\n'])
      expect(pager.closed).toBe(false)
    })
  }
})
