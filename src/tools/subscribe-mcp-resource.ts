import {text} from '../model/fields.ts'
import {said} from './shared/said.ts'
import {sayTimeout, tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** The beginning and the end of being told when a resource of an MCP server, or what a tool answers, changes. */
export const subscribeMcpResource: Tool = {
  names: ['SubscribeMcpResource', 'UnsubscribeMcpResource', 'SubscribePolling', 'UnsubscribePolling'],
  subject: (input) => text(input, 'uri') ?? text(input, 'toolName') ?? text(input, 'subscriptionId'),
  asked: tellFields(
    ['server', 'server', 'Server'],
    ['uri', 'url', 'URI'],
    ['toolName', 'setting', 'Tool'],
    ['reason', 'description', 'Reason'],
    ['intervalMs', 'time', 'Every', sayTimeout],
    ['subscriptionId', 'task', 'Subscription'],
  ),
  answered: said,
}
