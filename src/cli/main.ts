#!/usr/bin/env node
import {processHost} from './host.ts'
import {run} from './run.ts'

process.exitCode = await run(process.argv.slice(2), processHost())
