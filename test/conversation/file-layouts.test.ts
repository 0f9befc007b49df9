import {cpSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import type {ConversationDocument} from '../../src/conversation/index.ts'
import {findFiles} from '../../src/sources/index.ts'
import {foldDocument, recording, recordings} from '../support/conversation/recordings.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-layouts-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** What must not depend on where the files lie, or which is read first. */
const essence = (document: ConversationDocument) => {
  const callOf = new Map(document.agents.map((agent) => [agent.key, agent.toolCallId]))
  return {
    runs: document.toolCalls
      .map(
        (run) =>
          `${run.toolCallId} ${run.name} ${run.state} ${run.agent === null ? 'main' : callOf.get(run.agent)} ${run.isCopied}`,
      )
      .sort(),
    agents: document.agents
      .map((agent) => `${agent.toolCallId} ${agent.type} ${agent.state} ${agent.answer}`)
      .sort(),
    branches: document.branches.map((branch) => branch.id).sort(),
    usage: document.usage,
  }
}

describe('sub-agents', () => {
  for (const name of [
    '2.1.112/subagent',
    '2.1.112/subagents-parallel',
    '2.1.325/subagents-parallel',
    '2.1.112/hooks',
  ]) {
    test(`of ${name} are the same in files beside the session, as 2.0.76 wrote them, without meta files`, () => {
      const {transcripts} = recording(name)
      const flat = join(temp, name)
      for (const {path} of transcripts) cpSync(path, join(flat, basename(path)))
      expect(essence(foldDocument(findFiles(flat, () => {})))).toEqual(essence(foldDocument(transcripts)))
    })
    test(`of ${name} have ended with their own files, where nothing else is read`, () => {
      for (const file of recording(name).transcripts.filter(({agent}) => agent)) {
        expect(foldDocument([file]).agents[0]).toMatchObject({agentId: file.agent?.id, state: 'completed'})
      }
    })
  }
})

describe('the order of files', () => {
  for (const {name, transcripts} of recordings) {
    if (transcripts.length < 2) continue
    test(`does not matter for ${name}`, () => {
      const {runs: _copied, ...forward} = essence(foldDocument(transcripts))
      const {runs: _again, ...backward} = essence(foldDocument([...transcripts].reverse()))
      expect(backward).toEqual(forward)
    })
  }
})
