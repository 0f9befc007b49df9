import {describe, expect, test} from 'vitest'
import type {Change, ChangePlace, Item} from '../../src/conversation/index.ts'
import {Conversation} from '../../src/conversation/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {foldFiles, recordings} from '../support/conversation/recordings.ts'

/** A live output's picture of the conversation, made from the changes alone. */
class Mirror {
  readonly turns = new Map<string, Item[]>()
  readonly agents = new Map<string, Item[]>()
  readonly runs = new Map<string, unknown>()

  follow(change: Change): void {
    switch (change.type) {
      case 'turn-added':
        this.turns.set(`${change.session.id} ${change.turn.index}`, [])
        return
      case 'agent-added':
        this.agents.set(`${change.session.id} ${change.agent.key}`, [])
        return
      case 'agent-removed': {
        const {session, agent, into} = change
        this.agents
          .get(`${session.id} ${into.key}`)
          ?.push(...(this.agents.get(`${session.id} ${agent.key}`) ?? []))
        this.agents.delete(`${session.id} ${agent.key}`)
        return
      }
      case 'item-added': {
        const items = this.at(change.session.id, change.place)
        const before = items.findIndex(({key}) => key === change.before)
        items.splice(before === -1 ? items.length : before, 0, change.item)
        return
      }
      case 'item-changed':
      case 'item-removed': {
        const items = this.at(change.session.id, change.place)
        const index = items.findIndex((item) => item.key === change.item.key)
        expect(index, `${change.type} of an item that is not there`).not.toBe(-1)
        items.splice(index, 1, ...(change.type === 'item-changed' ? [change.item] : []))
        return
      }
      case 'run-changed':
        this.runs.set(`${change.session.id} ${change.run.id}`, change.run)
        return
      default:
    }
  }

  private at(session: string, place: ChangePlace): Item[] {
    const items = place.agent
      ? this.agents.get(`${session} ${place.agent.key}`)
      : this.turns.get(`${session} ${place.turn.index}`)
    if (!items) throw new Error('an item in a place that was never told')
    return items
  }
}

function mirrorOf(files: readonly SourceFile[]): {
  readonly mirror: Mirror
  readonly state: Conversation
} {
  const mirror = new Mirror()
  const state = new Conversation()
  foldFiles(files, {
    state,
    onChanges: (changes) => {
      for (const change of changes) mirror.follow(change)
    },
  })
  return {mirror, state}
}

describe('the changes alone tell the whole conversation', () => {
  for (const {name, streams, transcripts} of recordings) {
    for (const files of [streams, transcripts, [...streams, ...transcripts], [...transcripts, ...streams]]) {
      if (files.length === 0) continue
      test(`${name}, ${files.length} files from ${files[0]?.path.split('/').at(-1)}`, () => {
        const {mirror, state} = mirrorOf(files)
        for (const session of state.sessions.values()) {
          for (const turn of session.turns)
            expect(mirror.turns.get(`${session.id} ${turn.index}`)).toEqual(turn.items)
          for (const agent of session.agents)
            expect(mirror.agents.get(`${session.id} ${agent.key}`)).toEqual(agent.items)
          const told = [...mirror.runs]
            .filter(([key]) => key.startsWith(`${session.id} `))
            .map(([, run]) => run)
          expect(told.length).toBe(session.runs.size)
          for (const run of session.runs.values())
            expect(mirror.runs.get(`${session.id} ${run.id}`)).toMatchObject({
              id: run.id,
              state: run.state,
              agent: run.agent,
            })
        }
      })
    }
  }
})
