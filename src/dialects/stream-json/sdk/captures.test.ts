import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {parseSdkMessage} from './parse-sdk-message.ts'
import {wireKeyOf} from './wire-keys.ts'

// Clients from 2.1.112 on escape these two; JSON.stringify does not.
const escapeSeparators = (text: string): string =>
  text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

function expectRoundTrip(line: string): void {
  const written = JSON.stringify(parseSdkMessage(line))
  expect(JSON.parse(written)).toEqual(JSON.parse(line))
  expect(escapeSeparators(written)).toBe(escapeSeparators(line))
}

describe('real lines', () => {
  test.each([
    [
      'assistant',
      '{"type":"assistant","message":{"model":"claude-opus-5-5","id":"msg_01QgKSJr9jpjFfkJ6ufWQB1a","type":"message","role":"assistant","content":[{"type":"text","text":"Hello! I am a scripted reply from the fake API."}],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":5,"cache_creation_input_tokens":2305,"cache_read_input_tokens":9237,"cache_creation":{"ephemeral_5m_input_tokens":2305,"ephemeral_1h_input_tokens":0},"output_tokens":2,"service_tier":"standard","inference_geo":"not_available"},"context_management":null},"parent_tool_use_id":null,"session_id":"ab0a1e6b-93b6-4839-9a6e-da8e2b60df9c","uuid":"6aa03e10-20bf-4163-8778-a8bccce7a3d7","timestamp":"2026-11-15T21:43:43.344Z","request_id":"req_013S3pacLKGiGwortS6se1fA"}',
    ],
    [
      'result/success',
      '{"duration_api_ms":36,"stop_reason":"end_turn","session_id":"ab0a1e6b-93b6-4839-9a6e-da8e2b60df9c","total_cost_usd":0.0137724,"usage":{"input_tokens":5,"cache_creation_input_tokens":2305,"cache_read_input_tokens":9237,"output_tokens":19,"iterations":[],"speed":"standard","fallback_credit":null},"modelUsage":{},"permission_denials":[],"is_error":false,"num_turns":1,"subtype":"success","api_error_status":null,"result":"Hello!","ttft_ms":139,"type":"result","duration_ms":151,"uuid":"33561c93-0ebb-4b1c-afa0-8b4856976797","result_index":0}',
    ],
    [
      'command_lifecycle',
      '{"type":"command_lifecycle","command_uuid":"11111111-1111-4111-8111-111111111111","state":"queued","uuid":"0d7595f1-d7aa-4735-a961-d33ab8d3ccae","session_id":"6f4561bd-a59a-49ed-b3d4-41bba95f426b"}',
    ],
    [
      'control_request',
      '{"type":"control_request","request_id":"bbabf362-6557-479e-a052-dc080ce10465","request":{"subtype":"mcp_message","server_name":"inproc","message":{"method":"tools/call","params":{"name":"double","arguments":{"n":21}},"jsonrpc":"2.0","id":2}}}',
    ],
  ])('%s is recognised and written back as it was', (key, line) => {
    expect(wireKeyOf(parseSdkMessage(line))).toBe(key)
    expectRoundTrip(line)
  })
})

const captures = '../shared/captures'

if (existsSync(captures)) {
  const files = readdirSync(captures, {recursive: true, encoding: 'utf8'}).filter((path) =>
    /(^|\/)stream[^/]*\.jsonl$/.test(path),
  )

  describe('captures', () => {
    test.each(files)('%s: every line is known and is written back as it was', (file) => {
      const lines = readFileSync(join(captures, file), 'utf8').split('\n').filter(Boolean)
      for (const line of lines) {
        expectRoundTrip(line)
        // `--output-format json --verbose` prints all messages as one array.
        const messages = [JSON.parse(line)].flat()
        expect(messages.map(wireKeyOf)).not.toContain(null)
      }
    })
  })
}
