import {describe, expect, test} from 'vitest'
import {parseSdkMessage, SDKUnknownMessage} from './parse-sdk-message.ts'
import {stdoutWireKeys, wireKeyOf} from './wire-keys.ts'

const lineOf = (key: string): string => {
  const [type, subtype] = key.split('/')
  return JSON.stringify(type === 'user' ? {type, isReplay: subtype === 'replay'} : {type, subtype})
}

describe('a known message', () => {
  test('is the given object', () => {
    const record = {type: 'assistant', released_tomorrow: {deep: [1]}}
    expect(parseSdkMessage(record)).toBe(record)
  })

  test.each(Object.keys(stdoutWireKeys))('%s is known even when all its other fields are missing', (key) => {
    const line = lineOf(key)
    const message = parseSdkMessage(line)
    expect(message).not.toBeInstanceOf(SDKUnknownMessage)
    expect(JSON.stringify(message)).toBe(line)
  })

  test('is known wherever its type is in the line', () => {
    const line = '{"duration_ms":1,"subtype":"success","result":"done","type":"result"}'
    expect(parseSdkMessage(line).type).toBe('result')
    expect(JSON.stringify(parseSdkMessage(line))).toBe(line)
  })

  test('does not break on fields of the wrong kind', () => {
    const line = '{"type":"assistant","message":null,"uuid":7,"subtype":["x"],"isReplay":{}}'
    expect(JSON.stringify(parseSdkMessage(line))).toBe(line)
    expect(parseSdkMessage(line).type).toBe('assistant')
  })

  test('stays known when it gains a subtype', () => {
    expect(parseSdkMessage('{"type":"rate_limit_event","subtype":"released_tomorrow"}').type).toBe(
      'rate_limit_event',
    )
  })

  test.each([false, null, 1, 'true'])('is not a replay when isReplay is %j', (isReplay) => {
    expect(wireKeyOf(parseSdkMessage({type: 'user', subtype: 'replay', isReplay}))).toBe('user')
  })
})

describe('an unknown message', () => {
  test.each([
    ['{"type":"foo","a":1}', 'foo'],
    ['{"subtype":"foo","type":"system","b":[{"c":null}]}', 'system/foo'],
    ['{"type":"foo","subtype":"bar"}', 'foo/bar'],
    ['{"type":"system"}', 'system'],
    ['{"type":"result","subtype":"error"}', 'result/error'],
    ['{"type":"unknown"}', 'unknown'],
    ['{"type":"system/init"}', 'system/init'],
    ['{"type":"constructor","__proto__":{"type":"user"}}', 'constructor'],
    ['{"type":["assistant"]}', null],
    ['{"type":{"toString":1},"subtype":{"toString":1}}', null],
    ['{"type":"system","subtype":["init"]}', 'system'],
    ['{"no":"type"}', null],
    ['{}', null],
    ['[{"type":"system","subtype":"init"}]', null],
    ['null', null],
    ['7', null],
    ['"text"', null],
  ])('%s has the type %s and is written unchanged', (line, wireType) => {
    const message = parseSdkMessage(line)
    expect(message).toBeInstanceOf(SDKUnknownMessage)
    expect(message).toMatchObject({type: 'unknown', wireType, raw: JSON.parse(line)})
    expect(JSON.stringify(message)).toBe(line)
  })

  test.each(['', 'Debugger attached.', '{"type":"assist'])('%j is not JSON, and is kept as text', (text) => {
    const message = parseSdkMessage(text)
    expect(message).toMatchObject({type: 'unknown', wireType: null, raw: text})
    expect(JSON.stringify(message)).toBe(JSON.stringify(text))
  })

  test('keeps the very object it was given', () => {
    const record = {type: 'foo'}
    expect(parseSdkMessage(record)).toMatchObject({raw: record})
    expect(JSON.stringify({inside: parseSdkMessage(record)})).toBe('{"inside":{"type":"foo"}}')
  })

  test('is read only once', () => {
    const message = parseSdkMessage('{"type":"foo"}')
    expect(parseSdkMessage(message)).toBe(message)
  })

  test('can be sent to a worker', () => {
    expect(structuredClone(parseSdkMessage('{"type":"foo"}'))).toEqual({
      type: 'unknown',
      wireType: 'foo',
      raw: {type: 'foo'},
    })
  })
})
