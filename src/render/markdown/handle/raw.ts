import {formatJson, type NodeOf} from '../../../page/index.ts'
import {fence} from '../fence.ts'
import {sanitizeText} from '../sanitize.ts'

/** A value as JSON. */
export const raw = ({value}: NodeOf<'raw'>): readonly string[] =>
  fence(sanitizeText(formatJson(value)), 'json')
