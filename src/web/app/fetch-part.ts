/** The HTML of a part of a page. */
export interface FetchedPart {
  readonly html: string
  readonly headers: Headers
}

/** Fetches the HTML of a part; throws an error with the server's message. */
export async function fetchPart(address: string, signal?: AbortSignal): Promise<FetchedPart> {
  const response = await fetch(address, {headers: {accept: 'text/html'}, ...(signal ? {signal} : {})})
  if (!response.ok) throw new Error(await readErrorMessage(response))
  return {html: await response.text(), headers: response.headers}
}

/** Fetches JSON. */
export async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, {headers: {accept: 'application/json'}})
  if (!response.ok) throw new Error(await readErrorMessage(response))
  return response.json()
}

async function readErrorMessage(response: Response): Promise<string> {
  const text = await response.text()
  const found = /<h1>[^<]*<\/h1><p>([^<]*)<\/p>/.exec(text)?.[1] ?? /"error":"([^"]*)"/.exec(text)?.[1]
  return found ?? `The server answered with ${response.status}.`
}

/** Returns a function that fetches parts; a new request cancels the one before. */
export function fetchLatest(): (address: string) => Promise<FetchedPart | undefined> {
  let running: AbortController | undefined
  return async (address) => {
    running?.abort()
    const mine = new AbortController()
    running = mine
    try {
      const part = await fetchPart(address, mine.signal)
      return running === mine ? part : undefined
    } catch (error) {
      if (mine.signal.aborted) return undefined
      throw error
    }
  }
}

/** The fields of a JSON object; empty for other values. */
export type ResponseFields = ReadonlyMap<string, unknown>

/** The fields of an object in JSON; empty if it cannot be parsed. */
export function parseFields(text: string): ResponseFields {
  try {
    return toFields(JSON.parse(text))
  } catch {
    return new Map()
  }
}

export const toFields = (value: unknown): ResponseFields =>
  new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])

/** A text; empty if it is missing. */
export const getText = (fields: ResponseFields, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** A number; `NaN` if it is missing. */
export const getNumber = (fields: ResponseFields, name: string): number => {
  const value = fields.get(name)
  return typeof value === 'number' ? value : Number.NaN
}

/** A list; empty if it is missing. */
export const getList = (fields: ResponseFields, name: string): readonly unknown[] => {
  const value = fields.get(name)
  return Array.isArray(value) ? value : []
}
