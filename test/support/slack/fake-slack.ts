import type {IncomingMessage, Server, ServerResponse} from 'node:http'
import {createServer} from 'node:http'
import {checkBlocks, countBlockCharacters} from './check-blocks.ts'

/** A message as the fake remembers it. */
export interface FakeMessage {
  readonly ts: string
  readonly thread_ts: string | undefined
  text: string
  blocks: readonly unknown[]
  metadata: unknown
  readonly files: readonly {readonly id: string; readonly name: string; readonly content: string}[]
  readonly reactions: Set<string>
  edits: number
}

/** A call as it was answered. */
export interface FakeCall {
  readonly method: string
  readonly at: number
  readonly error: string | undefined
}

/** What is to go wrong with a call: nothing, an error of Slack's, or the connection, before or after it was done. */
export type Fault =
  | 'none'
  | 'error-500'
  | 'internal-error'
  | 'busy'
  | 'drop-before'
  | 'drop-after'
  | 'hang-before'
  | 'hang-after'

interface Channel {
  readonly id: string
  readonly name: string
  isMember: boolean
  isArchived: boolean
  messages: FakeMessage[]
}

const allScopes = [
  'chat:write',
  'channels:history',
  'channels:read',
  'reactions:write',
  'files:write',
  'users:read',
  'users:read.email',
]

const scopeOf: ReadonlyMap<string, string> = new Map([
  ['chat.postMessage', 'chat:write'],
  ['chat.update', 'chat:write'],
  ['conversations.replies', 'channels:history'],
  ['conversations.history', 'channels:history'],
  ['conversations.info', 'channels:read'],
  ['conversations.list', 'channels:read'],
  ['reactions.add', 'reactions:write'],
  ['reactions.remove', 'reactions:write'],
  ['files.getUploadURLExternal', 'files:write'],
  ['files.completeUploadExternal', 'files:write'],
  ['users.list', 'users:read'],
  ['users.lookupByEmail', 'users:read.email'],
])

const perMinute: ReadonlyMap<string, number> = new Map([
  ['chat.update', 50],
  ['reactions.add', 50],
  ['reactions.remove', 20],
  ['conversations.replies', 50],
  ['conversations.history', 50],
  ['conversations.info', 50],
  ['conversations.list', 20],
  ['users.list', 20],
  ['users.lookupByEmail', 50],
  ['files.getUploadURLExternal', 100],
  ['files.completeUploadExternal', 100],
])

class Refusal extends Error {
  readonly more: object

  constructor(code: string, more: object = {}) {
    super(code)
    this.more = more
  }
}

/**
 * A Slack on loopback that refuses what the real one refuses: tokens, scopes, channels, blocks beyond the limits, calls
 * beyond the rates. It fails and drops connections on request, and remembers everything.
 */
export class FakeSlack {
  token = ['xoxb', '111111111111', 'fake'].join('-')
  readonly users = [{id: 'U0ADA0001', name: 'ada', email: 'ada@example.com', profile: {display_name: 'Ada'}}]
  readonly channels: Channel[] = [
    {id: 'C0GENERAL1', name: 'general', isMember: true, isArchived: false, messages: []},
    {id: 'C0PRIVATE1', name: 'private', isMember: false, isArchived: false, messages: []},
    {id: 'C0ARCHIVE1', name: 'archive', isMember: true, isArchived: true, messages: []},
  ]
  scopes: readonly string[] = allScopes
  now: () => number = Date.now
  mishap: (method: string, count: number) => Fault = () => 'none'
  /** How much faster than the real one it lets others be. */
  haste = 1
  /** What answers a message that was deleted is posted to the channel, as the real one does at times. */
  unthreads = false
  readonly calls: FakeCall[] = []
  /** Calls that came earlier than is allowed. */
  tooEarly = 0
  webhooks: {readonly text: string; readonly blocks: readonly unknown[]}[] = []
  readonly #uploads = new Map<string, {name: string; content: string | undefined}>()
  readonly #server: Server
  #last = 0
  #count = 0

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get origin(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  get apiUrl(): string {
    return `${this.origin}/api/`
  }

  get webhookUrl(): string {
    return `${this.origin}/services/T1/B1/abc`
  }

  get general(): Channel {
    const [channel] = this.channels
    if (!channel) throw new Error('There is no channel.')
    return channel
  }

  /** The replies of a thread, its first message before them. */
  thread(ts: string): readonly FakeMessage[] {
    return this.general.messages.filter((message) => message.ts === ts || message.thread_ts === ts)
  }

  /** Forgets everything. */
  reset(): void {
    for (const channel of this.channels) channel.messages = []
    this.calls.length = 0
    this.#lastPosts.clear()
    this.tooEarly = 0
    this.webhooks = []
    this.mishap = () => 'none'
    this.unthreads = false
    this.scopes = allScopes
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const path = (request.url ?? '').split('?')[0] ?? ''
    const upload = /^\/upload\/(\w+)$/.exec(path)?.[1]
    if (upload !== undefined) {
      const file = this.#uploads.get(upload)
      if (file) file.content = body
      response.end('OK')
      return
    }
    const isHook = path.startsWith('/services/')
    const method = isHook ? 'webhook' : path.replace('/api/', '')
    this.#count += 1
    const mishap = this.mishap(method, this.#count)
    if (mishap === 'drop-before') return void request.socket.destroy()
    if (mishap === 'hang-before') return
    if (mishap === 'busy') {
      response.writeHead(429, {'retry-after': '7'}).end()
      return
    }
    if (mishap === 'error-500') {
      response.writeHead(503).end('upstream connect error')
      return
    }
    const at = this.now()
    const wait = this.#waitFor(method, body, at)
    if (wait > 0) {
      this.tooEarly += 1
      this.calls.push({method, at, error: 'ratelimited'})
      response.writeHead(429, {'retry-after': String(Math.ceil(wait / 1000))})
      response.end(isHook ? 'rate_limited' : JSON.stringify({ok: false, error: 'ratelimited'}))
      return
    }
    let answer: object
    let error: string | undefined
    try {
      if (mishap === 'internal-error') throw new Refusal('internal_error')
      answer = isHook ? this.#hook(body) : {ok: true, ...this.#call(method, request, argumentsOf(body))}
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
      error = problem.message
      answer = {ok: false, error, ...problem.more}
    }
    this.calls.push({method, at, error})
    if (mishap === 'drop-after') return void request.socket.destroy()
    if (mishap === 'hang-after') return
    if (isHook) response.writeHead(error === undefined ? 200 : 400).end(error ?? 'ok')
    else {
      response.setHeader('content-type', 'application/json')
      response.setHeader('x-oauth-scopes', this.scopes.join(','))
      response.end(JSON.stringify(answer))
    }
  }

  /** How long a call is too early, by the tier of its method. */
  #waitFor(method: string, body: string, at: number): number {
    const done = this.calls.filter((call) => call.method === method && call.error !== 'ratelimited')
    if (method === 'chat.postMessage' || method === 'webhook') {
      const channel = /channel=([^&]+)/.exec(body)?.[1] ?? ''
      const last = this.#lastPosts.get(`${method}${channel}`) ?? Number.NEGATIVE_INFINITY
      const wait = last + 1000 / this.haste - at
      if (wait <= 0) this.#lastPosts.set(`${method}${channel}`, at)
      return wait
    }
    const most = perMinute.get(method)
    if (most === undefined) return 0
    const recent = done.filter((call) => call.at > at - 60_000 / this.haste)
    const first = recent.at(-most)
    return first ? first.at + 60_000 / this.haste - at : 0
  }

  readonly #lastPosts = new Map<string, number>()

  #hook(body: string): object {
    const payload: unknown = JSON.parse(body)
    const fields = new Map(typeof payload === 'object' && payload !== null ? Object.entries(payload) : [])
    const text = String(fields.get('text') ?? '')
    const blocks: unknown = fields.get('blocks') ?? []
    for (const name of fields.keys())
      if (
        !['text', 'blocks', 'thread_ts', 'unfurl_links', 'unfurl_media', 'link_names', 'parse'].includes(name)
      )
        throw new Refusal('invalid_payload')
    this.#check(text, blocks)
    this.webhooks.push({text, blocks: Array.isArray(blocks) ? blocks : []})
    return {}
  }

  #check(text: string, blocks: unknown): void {
    const problems = checkBlocks(blocks)
    if (problems.length > 0)
      throw new Refusal('invalid_blocks', {errors: problems, response_metadata: {messages: problems}})
    if (countBlockCharacters(blocks) > 13_200) throw new Refusal('msg_blocks_too_long')
    if (text === '' && Array.isArray(blocks) && blocks.length === 0) throw new Refusal('no_text')
  }

  #call(method: string, request: IncomingMessage, args: ReadonlyMap<string, unknown>): object {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (token === '') throw new Refusal('not_authed')
    if (token !== this.token) throw new Refusal('invalid_auth')
    const needed = scopeOf.get(method)
    if (needed !== undefined && !this.scopes.includes(needed))
      throw new Refusal('missing_scope', {needed, provided: this.scopes.join(',')})
    const handler = this.#handlers.get(method)
    if (!handler) throw new Refusal('unknown_method')
    return handler(args)
  }

  readonly #handlers = new Map<string, (args: ReadonlyMap<string, unknown>) => object>([
    [
      'auth.test',
      () => ({
        team: 'Fake',
        user: 'recount',
        team_id: 'T1',
        user_id: 'U0BOT0001',
        bot_id: 'B1',
        url: 'https://fake.slack.com/',
      }),
    ],
    ['chat.postMessage', (args) => this.#post(args)],
    ['chat.update', (args) => this.#update(args)],
    ['reactions.add', (args) => this.#react(args, true)],
    ['reactions.remove', (args) => this.#react(args, false)],
    ['conversations.info', (args) => ({channel: shown(this.#channel(args, false))})],
    [
      'conversations.list',
      () => ({channels: this.channels.map(shown), response_metadata: {next_cursor: ''}}),
    ],
    ['conversations.replies', (args) => this.#list(args, this.#replies(args))],
    ['conversations.history', (args) => this.#list(args, this.#history(args))],
    ['users.list', () => ({members: this.users})],
    ['users.lookupByEmail', (args) => this.#byEmail(args)],
    ['files.getUploadURLExternal', (args) => this.#uploadUrl(args)],
    ['files.completeUploadExternal', (args) => this.#uploaded(args)],
  ])

  #channel(args: ReadonlyMap<string, unknown>, mustBeMember: boolean, byName = false): Channel {
    const name = String(args.get('channel') ?? args.get('channel_id') ?? '')
    const found = this.channels.find(
      ({id, name: known}) => id === name || (byName && known === name.replace(/^#/, '')),
    )
    if (!found) throw new Refusal('channel_not_found')
    if (found.isArchived && mustBeMember) throw new Refusal('is_archived')
    if (!found.isMember && mustBeMember) throw new Refusal('not_in_channel')
    return found
  }

  #post(args: ReadonlyMap<string, unknown>): object {
    const channel = this.#channel(args, true, true)
    const asked = args.get('thread_ts')
    const isThere = channel.messages.some(({ts}) => ts === asked)
    if (asked !== undefined && !isThere && !this.unthreads) throw new Refusal('thread_not_found')
    const thread = isThere ? asked : undefined
    const text = String(args.get('text') ?? '')
    const blocks = args.get('blocks') ?? []
    this.#check(text, blocks)
    checkMetadata(args.get('metadata'))
    const message = this.#add(channel, typeof thread === 'string' ? thread : undefined, text, [])
    message.blocks = Array.isArray(blocks) ? blocks : []
    message.metadata = args.get('metadata')
    const {thread_ts} = message
    return {channel: channel.id, ts: message.ts, message: {text, ts: message.ts, thread_ts}}
  }

  #add(
    channel: Channel,
    thread_ts: string | undefined,
    text: string,
    files: FakeMessage['files'],
  ): FakeMessage {
    this.#last = Math.max(this.#last + 1, Math.round(this.now() * 1000))
    const ts = `${Math.floor(this.#last / 1e6)}.${String(this.#last % 1e6).padStart(6, '0')}`
    const message = {
      ts,
      thread_ts,
      text,
      blocks: [],
      metadata: undefined,
      files,
      reactions: new Set<string>(),
      edits: 0,
    }
    channel.messages.push(message)
    return message
  }

  #message(channel: Channel, ts: unknown): FakeMessage {
    const found = channel.messages.find((message) => message.ts === ts)
    if (!found) throw new Refusal('message_not_found')
    return found
  }

  #update(args: ReadonlyMap<string, unknown>): object {
    const channel = this.#channel(args, true)
    const message = this.#message(channel, args.get('ts'))
    const text = String(args.get('text') ?? '')
    if (text.length > 4000) throw new Refusal('msg_too_long')
    const blocks = args.get('blocks') ?? message.blocks
    this.#check(text, blocks)
    checkMetadata(args.get('metadata'))
    message.text = text
    message.blocks = Array.isArray(blocks) ? blocks : []
    message.metadata = args.get('metadata') ?? message.metadata
    message.edits += 1
    return {channel: channel.id, ts: message.ts, text}
  }

  #react(args: ReadonlyMap<string, unknown>, adds: boolean): object {
    const {reactions} = this.#message(this.#channel(args, true), args.get('timestamp'))
    const name = String(args.get('name'))
    if (!['rocket', 'white_check_mark', 'warning', 'black_square_for_stop'].includes(name))
      throw new Refusal('invalid_name')
    if (adds === reactions.has(name)) throw new Refusal(adds ? 'already_reacted' : 'no_reaction')
    if (adds) reactions.add(name)
    else reactions.delete(name)
    return {}
  }

  #replies(args: ReadonlyMap<string, unknown>): readonly FakeMessage[] {
    const {messages} = this.#channel(args, false)
    const ts = args.get('ts')
    if (!messages.some((message) => message.ts === ts)) throw new Refusal('thread_not_found')
    return messages.filter((message) => message.ts === ts || message.thread_ts === ts)
  }

  #history(args: ReadonlyMap<string, unknown>): readonly FakeMessage[] {
    return this.#channel(args, false)
      .messages.filter(({thread_ts}) => thread_ts === undefined)
      .reverse()
  }

  #list(args: ReadonlyMap<string, unknown>, all: readonly FakeMessage[]): object {
    const oldest = Number(args.get('oldest') ?? 0)
    const from = Number(args.get('cursor') ?? 0)
    const limit = Number(args.get('limit') ?? 100)
    const inTime = all.filter((message) => Number(message.ts) >= oldest || message.ts === args.get('ts'))
    const page = inTime.slice(from, from + limit)
    const withMetadata = args.get('include_all_metadata') === true
    return {
      messages: page.map(({reactions, metadata, files, ...message}) => ({
        ...message,
        ...(files.length > 0 ? {files: files.map(({id, name}) => ({id, name}))} : {}),
        ...(withMetadata && metadata ? {metadata} : {}),
        reactions: [...reactions].map((name) => ({name})),
      })),
      response_metadata: {next_cursor: from + limit < inTime.length ? String(from + limit) : ''},
    }
  }

  #byEmail(args: ReadonlyMap<string, unknown>): object {
    const user = this.users.find(({email}) => email === args.get('email'))
    if (!user) throw new Refusal('users_not_found')
    return {user}
  }

  #uploadUrl(args: ReadonlyMap<string, unknown>): object {
    const id = `F${this.#uploads.size + 1}`
    this.#uploads.set(id, {name: String(args.get('filename')), content: undefined})
    return {upload_url: `${this.origin}/upload/${id}`, file_id: id}
  }

  #uploaded(args: ReadonlyMap<string, unknown>): object {
    const channel = this.#channel(args, true)
    const thread = args.get('thread_ts')
    const files = args.get('files')
    const [file] = Array.isArray(files) ? files : []
    const upload = this.#uploads.get(String(file?.id))
    if (upload?.content === undefined) throw new Refusal('file_not_found')
    const kept = {id: String(file.id), name: upload.name, content: upload.content}
    this.#add(channel, typeof thread === 'string' ? thread : undefined, '', [kept])
    return {files: [{id: kept.id}]}
  }
}

/** Values are texts, numbers, truths, or objects of these, as the types of the client have it. */
function checkMetadata(metadata: unknown): void {
  const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)
  const isFlat = (value: unknown): boolean => !isPlain(value) && Object.values(Object(value)).every(isPlain)
  const isValue = (value: unknown): boolean =>
    isPlain(value) || (Array.isArray(value) ? value.every(isFlat) : isFlat(value))
  if (metadata !== undefined && !Object.values(Object(Object(metadata).event_payload)).every(isValue))
    throw new Refusal('invalid_metadata_format')
}

const shown = ({id, name, isMember, isArchived}: Channel): object => ({
  id,
  name,
  is_member: isMember,
  is_archived: isArchived,
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** Arguments come as a form, what is no text in it as JSON. */
const argumentsOf = (body: string): ReadonlyMap<string, unknown> =>
  new Map(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      /^(?:[[{]|true$|false$)/.test(value) && name !== 'text' ? JSON.parse(value) : value,
    ]),
  )
