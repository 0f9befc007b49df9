import type {NodeOf} from '../../../page/index.ts'
import {fence} from '../fence.ts'
import {sanitizeOutput} from '../sanitize.ts'

/** What a program printed, without its colours. */
export const ansi = ({text}: NodeOf<'ansi'>): readonly string[] => fence(sanitizeOutput(text), 'text')
