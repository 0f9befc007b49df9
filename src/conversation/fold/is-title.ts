import type {MessageOf} from '../../model/index.ts'

/** What clients before 2.1 kept for a summary where the request for one had failed. */
const failure =
  /^(?:Invalid API key|API Error|Credit balance is too low|Prompt is too long|Please run \/login)\b/

/** Tells whether a title names anything. */
export const isTitle = ({title, source}: MessageOf<'title'>): boolean =>
  title.trim() !== '' && !(source === 'summary' && failure.test(title))
