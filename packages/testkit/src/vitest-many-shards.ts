import { noteManyShards } from './many-shards.ts'
import { readNodes } from './nodes.ts'

if (readNodes(process.env).length > 0) noteManyShards()
