import {expect, test} from 'vitest'
import type {SessionCard} from '../../../page/index.ts'
import {type ExportSource, stdinSource} from './export-source.ts'
import {groupIntoProjects, placeSessions} from './project.ts'

const sourceOf = (key: string): ExportSource => ({...stdinSource, key})

const card = (id: string, startedAt: number | undefined): SessionCard => ({
  sessionId: id,
  title: undefined,
  firstPrompt: undefined,
  cwd: undefined,
  gitBranch: undefined,
  startedAt,
  endedAt: startedAt,
  models: [],
  tokens: undefined,
  cost: undefined,
  turns: 1,
  toolCalls: 0,
  errors: 0,
  agents: 0,
})

test('sessions are sorted by start, in whatever order they are added', () => {
  const times = [5, undefined, 3, 9, 3, 1]
  const sources = times.map((_, place) => sourceOf(String(place)))
  const [project] = groupIntoProjects(sources)
  if (!project) throw new Error('no project')
  for (const [place, source] of sources.entries()) {
    const session = {card: card(`s${place}`, times[place]), entries: 1, lineage: undefined}
    placeSessions(project, source, 'print', [session])
  }
  expect(project.sessions.map((session) => session.card.sessionId)).toEqual([
    's1',
    's5',
    's2',
    's4',
    's0',
    's3',
  ])
})
