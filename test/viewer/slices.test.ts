import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {readLines} from '../../src/dialects/index.ts'
import type {Line} from '../../src/model/index.ts'
import {walkEntries} from '../../src/page/index.ts'
import {safeHtmlId} from '../../src/render/html/session/session-context.ts'
import {SessionRenderer} from '../../src/server/live-session/session-renderer.ts'
import {describeFile} from '../../src/sources/index.ts'
import {recordedFiles} from '../support/viewer/recorded-files.ts'

const never = (): boolean => false

function newCore(path: string): SessionRenderer {
  const {session, agent} = describeFile(path)
  const core = new SessionRenderer({
    session,
    address: '/s/x',
    zone: 'UTC',
    depth: 'hook',
    hashOf: (text) => createHash('sha256').update(text).digest('hex'),
  })
  core.fold.conversation.begin(path, {session, agent})
  return core
}

const linesOf = (path: string): readonly Line[] => {
  const reader = readLines(path)
  return [...reader.push(readFileSync(path)), ...reader.end()]
}

/** All slices as they are drawn when everything is known. */
function drawn(core: SessionRenderer): ReadonlyMap<string, string> {
  core.flush(never)
  core.head.flush()
  return new Map(
    core.slices.visible().map((slice) => {
      const {turn, slice: number} = core.slices.nameOf(slice)
      return [`${turn}.${number}`, core.slices.htmlOf(slice)]
    }),
  )
}

describe('the slices of a recorded session', () => {
  for (const path of recordedFiles) {
    const name = path.split('/').slice(-4).join('/')
    test(`${name}: hold all that an exported page holds`, () => {
      const core = newCore(path)
      for (const line of linesOf(path)) core.fold.add(line)
      core.fold.conversation.end(path)
      const ids = new Set(
        [...drawn(core).values()].flatMap((html) =>
          [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]),
        ),
      )
      const page = core.describeWholePage('hook')
      const missing = (page?.turns ?? [])
        .flatMap(({entries}) => [...walkEntries(entries)])
        .filter(({anchor}) => !ids.has(safeHtmlId(anchor)))
      expect(missing.map(({kind, anchor}) => `${kind} ${anchor}`)).toEqual([])
    })

    test(`${name}: are the same, given line by line or at once`, () => {
      const lines = linesOf(path)
      const live = newCore(path)
      const shown = new Map<string, string>()
      for (const line of lines) {
        live.fold.add(line)
        for (const event of live.flush(never)) {
          if (event.type === 'turn') shown.set(`${event.turn}.${event.slice}`, event.html)
        }
      }
      live.fold.conversation.end(path)
      for (const event of live.flush(never))
        if (event.type === 'turn') shown.set(`${event.turn}.${event.slice}`, event.html)
      const saved = newCore(path)
      for (const line of lines) saved.fold.add(line)
      saved.fold.conversation.end(path)
      const expected = drawn(saved)
      for (const [slice, html] of shown) if (html === '') shown.delete(slice)
      expect([...shown.keys()].sort()).toEqual([...expected.keys()].sort())
      for (const [slice, html] of expected) expect(shown.get(slice) === html, `slice ${slice}`).toBe(true)
      // Who comes back gets every thing that has a number, once.
      const missed = live.events.since(0).filter(({type}) => type === 'turn')
      expect(missed.length).toBe(shown.size)
    })
  }
})
