import {openArchive} from '../src/archive/open-archive.ts'
import {describeArchive} from './conformance/describe-archive.ts'

describeArchive('sqlite', (folder) => openArchive(folder, () => 1))
