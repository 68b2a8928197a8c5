import { noteManyShards } from './many-shards.ts'
import { givenNodes } from './nodes.ts'

if (givenNodes().length > 0) noteManyShards()
