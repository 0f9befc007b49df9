import type {Background, ToolRun} from '../model/index.ts'
import type {Entry} from '../page/index.ts'
import {field, fields} from '../page/index.ts'
import {describeRun} from '../tools/index.ts'
import type {Scene} from './scene.ts'
import {makeEntry} from './scene.ts'

/** Tells how work that went on in the background ended. */
export function describeTask(scene: Scene, run: ToolRun, {taskId, state, summary}: Background): Entry {
  return makeEntry(scene, {
    kind: 'task',
    title: `Background task ${state}`,
    subject: summary ?? describeRun(run).subject,
    failed: state === 'failed',
    asked: fields(field('task', 'Task', taskId), field('description', 'Summary', summary)),
  })
}
