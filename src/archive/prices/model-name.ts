import {bareModel} from '../../model/bare-model.ts'

/**
 * The name Anthropic's price list knows a model by: without the client's `[1m]`, without the cloud it was reached
 * through (`us.anthropic.…-v1:0`, `…@20250929`, `bedrock/…`, an ARN), in lower case. Its date stays.
 */
export function plainModel(name: string): string {
  const plain = bareModel(name.trim().toLowerCase())
  const begin = plain.lastIndexOf('claude-')
  if (begin === -1) return plain
  return plain
    .slice(begin)
    .replace(/-v\d+(:\d+)?(:\d+k)?$/, '')
    .replace('@', '-')
    .replace(/-(default|latest)$/, '')
}
