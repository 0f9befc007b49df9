import {chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
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

/** A standard output that records text. */
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
  test('gets all text, and the program waits until it is closed', async () => {
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
  test('slows the program down if it reads slowly', async () => {
    const path = program(
      'asleep',
      ': > "$0.seen"; until [ -e "$0.go" ]; do sleep 0.01; done; cat > /dev/null',
    )
    const pager = await openPager({...env, PAGER: path}, fakeOut().out)
    let done = false
    const writing = pager.write('x'.repeat(4_000_000)).then(() => {
      done = true
    })
    await expect.poll(() => existsSync(`${path}.seen`)).toBe(true)
    expect(done).toBe(false)
    writeFileSync(`${path}.go`, '')
    await writing
    await pager.close()
  })
  test('that is closed early ends the output without an error', async () => {
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
  test('can have arguments, which are not read by a shell', async () => {
    const path = program('words', 'printf "%s|" "$@" > "$0.seen"; cat > /dev/null')
    const pager = await openPager({...env, PAGER: `  ${path} -R  $HOME;ls `}, fakeOut().out)
    await pager.close()
    expect(seen(path)).toBe('-R|$HOME;ls|')
  })
  test('keeps colours, unless LESS is set', async () => {
    const path = program('flags', 'echo "$LESS" > "$0.seen"')
    await (await openPager({...env, PAGER: path}, fakeOut().out)).close()
    expect(seen(path)).toBe('FRX\n')
    await (await openPager({...env, PAGER: path, LESS: 'S'}, fakeOut().out)).close()
    expect(seen(path)).toBe('S\n')
  })
  test('is less by default', async () => {
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
