import {describe, expect, test} from 'vitest'
import {foldDocument, listToolStates, recording} from '../support/conversation/recordings.ts'

const versions = ['1.0.128', '2.1.112', '2.1.325'] as const

/** Both ways to the same conversation. */
const bothOf = (name: string) => {
  const {streams, transcripts} = recording(name)
  return [
    ['live', foldDocument(streams)],
    ['saved', foldDocument(transcripts)],
  ] as const
}

describe('parallel calls', () => {
  for (const version of versions) {
    for (const [way, document] of bothOf(`${version}/parallel`)) {
      test(`${version} ${way}: none interrupts another`, () => {
        expect(document.toolCalls).toHaveLength(6)
        expect(document.toolCalls.map((run) => run.state)).not.toContain('interrupted')
        expect(document.toolCalls.filter((run) => run.state === 'failed').length).toBeGreaterThan(0)
      })
    }
  }
})

describe('an interrupted call', () => {
  for (const version of versions) {
    for (const [way, document] of bothOf(`${version}/interrupt`)) {
      test(`${version} ${way}: is interrupted, whatever words the client has for it`, () => {
        expect(listToolStates(document)).toEqual(['Bash interrupted'])
        expect(document.outcome?.state).toBe('interrupted')
      })
    }
  }
})

describe('a killed client', () => {
  test('1.0.128 and 2.1.112 leave the running call without an answer: the stream ends first', () => {
    expect(listToolStates(foldDocument(recording('1.0.128/sigint').streams.slice(0, 1)))).toEqual([
      'Bash orphaned',
      'Read completed',
    ])
    expect(listToolStates(foldDocument(recording('2.1.112/sigint').streams.slice(0, 1)))).toEqual([
      'Bash orphaned',
      'Read completed',
    ])
  })
  test('a stream without a result was cut off', () => {
    expect(foldDocument(recording('1.0.128/sigint').streams.slice(0, 1)).outcome).toEqual({
      state: 'cut-off',
      inferred: false,
    })
    expect(foldDocument(recording('2.1.112/sigkill-midline').streams).outcome).toEqual({
      state: 'cut-off',
      inferred: false,
    })
  })
  test('its transcript continues with another response when resumed: the call was interrupted', () => {
    expect(listToolStates(foldDocument(recording('1.0.128/sigint').transcripts))).toEqual([
      'Bash interrupted',
      'Read completed',
    ])
    expect(listToolStates(foldDocument(recording('2.1.112/sigint').transcripts))).toEqual([
      'Bash interrupted',
      'Read completed',
    ])
  })
  test('so does its stream, when the next one of the session is read, and both together in either order', () => {
    for (const name of ['1.0.128/sigint', '2.1.112/sigint']) {
      const {streams, transcripts} = recording(name)
      for (const files of [streams, [...streams, ...transcripts], [...transcripts, ...streams]]) {
        expect([...listToolStates(foldDocument(files))].sort(), name).toEqual([
          'Bash interrupted',
          'Read completed',
        ])
      }
    }
  })
  test('2.1.325 answers the call with a refusal that is an interruption', () => {
    for (const [, document] of bothOf('2.1.325/sigint')) {
      expect(listToolStates(document)).toEqual(['Bash interrupted', 'Read completed'])
    }
  })
})

describe('a denied call', () => {
  for (const version of versions) {
    for (const [way, document] of bothOf(`${version}/permission-denied`)) {
      test(`${version} ${way}: is denied, and its neighbours are not`, () => {
        expect(listToolStates(document)).toEqual(['Bash denied', 'Write denied', 'Read completed'])
        expect(document.outcome?.state).toBe('completed')
      })
    }
    for (const [way, document] of bothOf(`${version}/hooks`)) {
      test(`${version} ${way}: a hook's no is a denial, a failing command is not`, () => {
        const main = document.toolCalls.filter((run) => run.agent === null)
        expect(main.map((run) => run.state)).toEqual(['completed', 'denied', 'failed', 'completed'])
      })
    }
  }
  test('the terminal distinguishes a refusal (Write) from an interruption (Bash) though both have the same words', () => {
    const runs = foldDocument(recording('2.1.325/tui-interactive').transcripts).toolCalls
    expect(runs.map((run) => `${run.name} ${run.state}`)).toEqual([
      'Read completed',
      'Edit completed',
      'Bash completed',
      'Bash interrupted',
      'Write denied',
    ])
  })
  test('a host that says no in its own words is known by the result that lists it', () => {
    expect(listToolStates(foldDocument(recording('2.1.112/control-permission').streams))).toEqual([
      'Bash completed',
      'Bash denied',
      'AskUserQuestion completed',
    ])
  })
})

describe('tools that fail', () => {
  const states = ['failed', 'failed', 'failed', 'completed', 'failed', 'failed', 'failed', 'failed']
  test('1.0.128: a command over its time fails', () => {
    for (const [, document] of bothOf('1.0.128/tool-errors')) {
      expect(document.toolCalls.map((run) => run.state)).toEqual([...states, 'failed', 'completed'])
    }
  })
  for (const version of ['2.1.112', '2.1.325']) {
    test(`${version}: a command over its time continues in the background and ends there`, () => {
      for (const [, document] of bothOf(`${version}/tool-errors`)) {
        expect(document.toolCalls.map((run) => run.state)).toEqual([...states, 'completed', 'completed'])
        expect(document.toolCalls[8]?.background).toMatchObject({state: 'completed'})
      }
    })
  }
})

describe('sub-agents at work in parallel', () => {
  for (const version of versions) {
    for (const [way, document] of bothOf(`${version}/subagents-parallel`)) {
      test(`${version} ${way}: each call is shown with its own agent`, () => {
        const nameOf = new Map(document.agents.map((agent) => [agent.key, agent.description]))
        const byAgent = (name: string | null) =>
          document.toolCalls.filter((run) => (run.agent === null ? null : nameOf.get(run.agent)) === name)
        expect(byAgent(null).map((run) => run.state)).toEqual(['completed', 'completed', 'completed'])
        expect(byAgent('Review one').map((run) => run.name)).toEqual(['Read', 'Bash', 'Read'])
        expect(byAgent('Review two').map((run) => run.name)[0]).toBe('Bash')
        expect(document.agents.filter((agent) => agent.state !== 'completed')).toEqual([])
        expect(document.agents.map((agent) => agent.prompt)).toContain('Please inspect alpha carefully')
      })
    }
  }
  test('an agent may start another: its thread hangs on that call', () => {
    const document = foldDocument(recording('2.1.325/subagents-parallel').transcripts)
    const nested = document.agents.find((agent) => agent.description === 'Nested')
    const parent = document.agents.find((agent) => agent.description === 'Review two')
    expect(nested?.parent).toBe(parent?.key)
    expect(document.toolCalls.filter((run) => run.agent === nested?.key).map((run) => run.name)).toEqual([
      'Bash',
    ])
    expect(nested?.answer).toContain('Gamma report.')
  })
})

describe('work in the background', () => {
  for (const version of ['2.1.112', '2.1.325']) {
    test(`${version}: the call ends at once, the task later: one stopped, one completed`, () => {
      const live = foldDocument(recording(`${version}/bash-background`).streams)
      expect(live.toolCalls.map((run) => run.state)).toEqual(live.toolCalls.map(() => 'completed'))
      expect(live.toolCalls.flatMap((run) => run.background ?? []).map((task) => task.state)).toEqual([
        'stopped',
        'completed',
      ])
    })
  }
  test('an agent in the background has its answer once, from its notification', () => {
    const document = foldDocument(recording('2.1.112/subagent-background').transcripts)
    const [agent] = document.agents
    expect(agent).toMatchObject({isBackground: true, state: 'completed'})
    expect(agent?.answer).not.toBeNull()
  })
})

describe('a compaction', () => {
  for (const version of versions) {
    for (const [way, document] of bothOf(`${version}/compact-manual`)) {
      test(`${version} ${way}: is a landmark inside one session, and no branch`, () => {
        const items = document.sessions.flatMap((session) => session.turns.flatMap((turn) => turn.items))
        expect(items.filter((item) => item.kind === 'compaction')).toHaveLength(1)
        expect(document.sessions).toHaveLength(1)
        expect(document.branches).toEqual([])
        expect(listToolStates(document)).toEqual(['Read completed'])
      })
    }
  }
})

describe('resume and fork', () => {
  for (const version of versions) {
    test(`${version}: a fork says whose history it copied, and counts none of it again`, () => {
      const document = foldDocument(recording(`${version}/resume-fork`).transcripts)
      const forks = document.sessions.filter((session) => session.copiedFrom !== null)
      expect(forks).toHaveLength(1)
      expect(document.toolCalls.map((run) => run.isCopied).sort()).toEqual([false, true])
      expect(document.branches).toEqual([])
    })
  }
})

describe('a rewind', () => {
  test('leaves the path it turned from as a branch with its prompt', () => {
    const {branches, sessions} = foldDocument(recording('2.1.325/tui-interactive').transcripts)
    expect(branches.map((branch) => branch.prompt)).toEqual(['Write a secret'])
    const session = sessions.find(({sessionId}) => sessionId === branches[0]?.sessionId)
    const items = session?.turns.flatMap((turn) => turn.items) ?? []
    const abandoned = items.filter((item) => item.branch !== undefined && item.kind === 'text')
    expect(abandoned.map((item) => item['text'])).toEqual(['Writing.'])
  })
  test('two clients that write to one session leave a branch too', () => {
    expect(foldDocument(recording('2.1.112/concurrent').transcripts).branches).toHaveLength(1)
  })
})
