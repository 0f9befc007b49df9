import type {PricedModel} from './rates.ts'

/** Anthropic's prices as `@pydantic/genai-prices` knows them: made by its test, `npm run approve` makes it anew. */
export const priceTable: readonly PricedModel[] = [
  {
    id: 'claude-3-5-haiku-latest',
    names: [],
    begins: ['claude-3-5-haiku', 'claude-3.5-haiku'],
    prices: [
      {
        bands: [
          {
            over: 0,
            input: 0.8,
            output: 4,
            cacheRead: 0.08,
            cacheWrite5m: 1,
            cacheWrite1h: 1.6,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-3-5-sonnet',
    names: [],
    begins: ['claude-3-5-sonnet', 'claude-3.5-sonnet'],
    prices: [
      {
        bands: [
          {over: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6, webSearch: 10},
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-3-7-sonnet-latest',
    names: [],
    begins: ['claude-3-7-sonnet', 'claude-3.7-sonnet', 'claude-sonnet-3.7', 'claude-sonnet-3-7'],
    prices: [
      {
        bands: [
          {over: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6, webSearch: 10},
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-3-haiku',
    names: [],
    begins: ['claude-3-haiku'],
    prices: [
      {
        bands: [{over: 0, input: 0.25, output: 1.25, cacheRead: 0.03, cacheWrite5m: 0.3, cacheWrite1h: 0.5}],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-3-opus-latest',
    names: [],
    begins: ['claude-3-opus'],
    prices: [
      {
        bands: [{over: 0, input: 15, output: 75, cacheRead: 1.5, cacheWrite5m: 18.75, cacheWrite1h: 30}],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-3-sonnet',
    names: [],
    begins: ['claude-3-sonnet'],
    prices: [
      {
        bands: [{over: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6}],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-fable-5',
    names: ['claude-fable-5'],
    begins: [],
    prices: [
      {
        bands: [
          {over: 0, input: 10, output: 50, cacheRead: 1, cacheWrite5m: 12.5, cacheWrite1h: 20, webSearch: 10},
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-fable-5-1',
    names: ['claude-fable-5-1'],
    begins: [],
    prices: [
      {
        bands: [
          {
            over: 0,
            input: 10,
            output: 50,
            cacheRead: 0.25,
            cacheWrite5m: 12.5,
            cacheWrite1h: 20,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-haiku-4-5',
    names: [],
    begins: ['claude-haiku-4-5', 'claude-haiku-4.5', 'claude-4-5-haiku', 'claude-4.5-haiku'],
    prices: [
      {
        bands: [
          {over: 0, input: 1, output: 5, cacheRead: 0.1, cacheWrite5m: 1.25, cacheWrite1h: 2, webSearch: 10},
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-opus-4-0',
    names: ['claude-opus-4', 'claude-opus-4-20250514'],
    begins: ['claude-opus-4-0', 'claude-4-opus'],
    prices: [
      {
        bands: [
          {
            over: 0,
            input: 15,
            output: 75,
            cacheRead: 1.5,
            cacheWrite5m: 18.75,
            cacheWrite1h: 30,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-opus-4-1',
    names: [],
    begins: ['claude-opus-4-1', 'claude-opus-4.1'],
    prices: [
      {
        bands: [
          {
            over: 0,
            input: 15,
            output: 75,
            cacheRead: 1.5,
            cacheWrite5m: 18.75,
            cacheWrite1h: 30,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-opus-4-5',
    names: [],
    begins: ['claude-opus-4-5', 'claude-opus-4.5', 'claude-4-5-opus', 'claude-4.5-opus'],
    prices: [
      {
        bands: [
          {
            over: 0,
            input: 5,
            output: 25,
            cacheRead: 0.5,
            cacheWrite5m: 6.25,
            cacheWrite1h: 10,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-opus-4-6',
    names: [],
    begins: ['claude-opus-4-6', 'claude-opus-4.6', 'claude-4-6-opus', 'claude-4.6-opus'],
    prices: [
      {
        bands: [
          {
            over: 0,
            input: 5,
            output: 25,
            cacheRead: 0.5,
            cacheWrite5m: 6.25,
            cacheWrite1h: 10,
            webSearch: 10,
          },
          {
            over: 200000,
            input: 10,
            output: 37.5,
            cacheRead: 1,
            cacheWrite5m: 12.5,
            cacheWrite1h: 20,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
      {
        from: '2026-03-13',
        bands: [
          {
            over: 0,
            input: 5,
            output: 25,
            cacheRead: 0.5,
            cacheWrite5m: 6.25,
            cacheWrite1h: 10,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-opus-4-7',
    names: [],
    begins: ['claude-opus-4-7', 'claude-opus-4.7', 'claude-4-7-opus', 'claude-4.7-opus'],
    prices: [
      {
        bands: [
          {
            over: 0,
            input: 5,
            output: 25,
            cacheRead: 0.5,
            cacheWrite5m: 6.25,
            cacheWrite1h: 10,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-opus-4-8',
    names: [],
    begins: ['claude-opus-4-8', 'claude-opus-4.8', 'claude-4-8-opus', 'claude-4.8-opus'],
    prices: [
      {
        bands: [
          {
            over: 0,
            input: 5,
            output: 25,
            cacheRead: 0.5,
            cacheWrite5m: 6.25,
            cacheWrite1h: 10,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-opus-5',
    names: ['claude-opus-5'],
    begins: ['claude-opus-5.0', 'claude-5-opus', 'claude-5.0-opus'],
    prices: [
      {
        bands: [
          {
            over: 0,
            input: 5,
            output: 25,
            cacheRead: 0.5,
            cacheWrite5m: 6.25,
            cacheWrite1h: 10,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-opus-5-5',
    names: ['claude-opus-5-5'],
    begins: ['claude-opus-5.5', 'claude-5-5-opus', 'claude-5.5-opus'],
    prices: [
      {
        bands: [
          {over: 0, input: 4, output: 20, cacheRead: 0.2, cacheWrite5m: 5, cacheWrite1h: 8, webSearch: 10},
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-sonnet-4-0',
    names: ['claude-sonnet-4'],
    begins: ['claude-sonnet-4-2025', 'claude-sonnet-4-0', 'claude-sonnet-4@', 'claude-4-sonnet'],
    prices: [
      {
        bands: [
          {over: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6, webSearch: 10},
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-sonnet-4-5',
    names: [],
    begins: ['claude-sonnet-4-5', 'claude-sonnet-4.5'],
    prices: [
      {
        bands: [
          {over: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6, webSearch: 10},
          {
            over: 200000,
            input: 6,
            output: 22.5,
            cacheRead: 0.6,
            cacheWrite5m: 7.5,
            cacheWrite1h: 12,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-sonnet-4-6',
    names: [],
    begins: ['claude-sonnet-4-6', 'claude-sonnet-4.6'],
    prices: [
      {
        bands: [
          {over: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6, webSearch: 10},
          {
            over: 200000,
            input: 6,
            output: 22.5,
            cacheRead: 0.6,
            cacheWrite5m: 7.5,
            cacheWrite1h: 12,
            webSearch: 10,
          },
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
      {
        from: '2026-03-13',
        bands: [
          {over: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6, webSearch: 10},
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
  {
    id: 'claude-sonnet-5',
    names: [],
    begins: ['claude-sonnet-5', 'claude-sonnet-5.0', 'claude-5-sonnet', 'claude-5.0-sonnet'],
    prices: [
      {
        bands: [
          {over: 0, input: 2, output: 10, cacheRead: 0.2, cacheWrite5m: 2.5, cacheWrite1h: 4, webSearch: 10},
        ],
        source: '@pydantic/genai-prices 0.1.8: https://platform.claude.com/docs/en/about-claude/pricing',
        checked: '2026-11-18',
      },
    ],
  },
]
