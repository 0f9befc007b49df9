interface Limit {
  readonly max: number
  /** What is limited, in the words of docs/slack.md. */
  readonly what: string
  readonly source: string
}

const docs = 'https://docs.slack.dev/reference'

/** Slack's limits for a message. Everything that is sent is built to fit. */
export const slackLimits = {
  blocks: {max: 50, what: 'blocks in a message', source: `${docs}/block-kit/blocks`},
  sectionText: {
    max: 3000,
    what: 'characters in the text of a section',
    source: `${docs}/block-kit/blocks/section-block`,
  },
  sectionFields: {max: 10, what: 'fields in a section', source: `${docs}/block-kit/blocks/section-block`},
  fieldText: {max: 2000, what: 'characters in a field', source: `${docs}/block-kit/blocks/section-block`},
  headerText: {max: 150, what: 'characters in a header', source: `${docs}/block-kit/blocks/header-block`},
  contextElements: {
    max: 10,
    what: 'elements in a context block',
    source: `${docs}/block-kit/blocks/context-block`,
  },
  contextText: {
    max: 3000,
    what: 'characters in an element of a context block',
    source: `${docs}/block-kit/composition-objects/text-object`,
  },
  blockId: {max: 255, what: 'characters in a `block_id`', source: `${docs}/block-kit/blocks/section-block`},
  updateText: {
    max: 4000,
    what: 'characters in the `text` of an update (`msg_too_long`), and so of a post, which takes more',
    source: `${docs}/methods/chat.update`,
  },
  messageText: {
    max: 12_000,
    what: 'characters in all blocks together: Slack names this for blocks of Markdown, and for others only an error (`msg_blocks_too_long`)',
    source: `${docs}/block-kit/blocks/markdown-block`,
  },
} as const satisfies Readonly<Record<string, Limit>>
