export {findTextOf} from './find-text.ts'
export {parseQuery, showMistake} from './parse-query.ts'
export * from './query.ts'
export {dateExamples, readDate, readSpan} from './read-date.ts'
