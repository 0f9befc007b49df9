import type {Node} from '../../page/index.ts'
import {plain, prose} from '../../page/index.ts'
import type {ToolAnswer} from '../tool.ts'

/** What the client said of an answer, where nothing better is known. */
export const said = ({text}: ToolAnswer): readonly Node[] => (text === '' ? [] : [plain(text)])

/** The same for tools that answer in a model's own words. */
export const saidProse = ({text}: ToolAnswer): readonly Node[] => (text === '' ? [] : [prose(text)])
