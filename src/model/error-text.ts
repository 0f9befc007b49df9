import {nothing, object, text} from './fields.ts'
import {parseObject} from './parse-object.ts'

/** The words of an error. Some clients put the API's whole answer, which is JSON, where its message belongs. */
export function errorText(said: string): string {
  const start = said.indexOf('{')
  const end = said.lastIndexOf('}') + 1
  if (start === -1 || end <= start) return said
  const answer = parseObject(said.slice(start, end)) ?? nothing
  const message = text(object(answer, 'error') ?? answer, 'message')
  return message === undefined ? said : said.slice(0, start) + message + said.slice(end)
}
