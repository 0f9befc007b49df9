import type {Node} from '../../page/index.ts'
import {plain} from '../../page/index.ts'

/** What was found, one below the other; what the client said where there is nothing. */
export const describeFound = (lines: readonly string[], said: string): readonly Node[] =>
  lines.length > 0 ? [plain(lines.join('\n'))] : said === '' ? [] : [plain(said, 'dim')]
