import type {JsonObject, JsonValue} from '../../model/index.ts'

/** The fields of a block that the frequent types have, each `undefined` where the block has none. */
export type BlockFields = {readonly [Name in keyof ReturnType<typeof noFields>]: JsonValue | undefined}

const noFields = () => ({
  type: undefined,
  text: undefined,
  thinking: undefined,
  signature: undefined,
  id: undefined,
  name: undefined,
  input: undefined,
  tool_use_id: undefined,
  content: undefined,
  is_error: undefined,
})

/** Takes a block's fields in one pass, for the reason that `fieldsOf` has. */
export function blockFieldsOf(block: JsonObject): BlockFields {
  const fields: {-readonly [Name in keyof BlockFields]: BlockFields[Name]} = noFields()
  for (const key in block) {
    const value = block[key]
    if (key === 'type') fields.type = value
    else if (key === 'text') fields.text = value
    else if (key === 'thinking') fields.thinking = value
    else if (key === 'signature') fields.signature = value
    else if (key === 'id') fields.id = value
    else if (key === 'name') fields.name = value
    else if (key === 'input') fields.input = value
    else if (key === 'tool_use_id') fields.tool_use_id = value
    else if (key === 'content') fields.content = value
    else if (key === 'is_error') fields.is_error = value
  }
  return fields
}
