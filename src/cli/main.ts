#!/usr/bin/env node
import {processHost} from './host.ts'
import {run} from './run.ts'

process.on('SIGINT', () => process.exit(130))

process.exitCode = await run(process.argv.slice(2), processHost())
