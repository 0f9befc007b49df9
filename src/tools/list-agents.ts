import {text} from '../model/fields.ts'
import {plain} from '../page/index.ts'
import {said} from './shared/said.ts'
import type {Tool} from './tool.ts'

/** The agents and sessions there are. */
export const listAgents: Tool = {
  names: ['ListAgents'],
  answered(answer) {
    const listing = text(answer.structured, 'listing') ?? ''
    return listing === '' ? said(answer) : [plain(listing)]
  },
}
