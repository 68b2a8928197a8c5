import path from 'node:path'
import { fillRoot } from './fill-root.ts'

// Makes the root file system of the image, without that of its base, in a new folder:
// node tools/image/build-root.ts FOLDER
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder')
await fillRoot(path.resolve(import.meta.dirname, '../..'), path.resolve(folder))
