/** What a server said as JSON, by name. What is no object has no fields. */
export type Fields = ReadonlyMap<string, unknown>

/** Reads JSON of an object; what cannot be read has no fields. */
export function readFields(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return new Map()
  }
}

export const fieldsOf = (value: unknown): Fields =>
  new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])

/** A text, empty where there is none. */
export const textIn = (fields: Fields, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** A number, `NaN` where there is none. */
export const numberIn = (fields: Fields, name: string): number => {
  const value = fields.get(name)
  return typeof value === 'number' ? value : Number.NaN
}

/** A list, empty where there is none. */
export const listIn = (fields: Fields, name: string): readonly unknown[] => {
  const value = fields.get(name)
  return Array.isArray(value) ? value : []
}
