import type { JobQueue, SendOptions } from '../kernel/jobs/job-queue.ts'
import { getPlace } from '../kernel/jobs/send-jobs.ts'
import type { TaskDefinition } from '../kernel/jobs/task.ts'

export interface RecordingJobs extends JobQueue {
  sent: { name: string; data: object; options: Omit<SendOptions, 'tx'> & { key?: string } }[]
}

/**
 * Records what is sent and runs nothing. A send inside a transaction counts even if that is rolled back
 * later.
 */
export function recordingJobs(): RecordingJobs {
  const sent: RecordingJobs['sent'] = []
  const record = <Data extends object>(
    task: TaskDefinition<Data>,
    data: Data,
    { delaySeconds }: SendOptions = {},
  ) => {
    const { key } = getPlace(task, data)
    const options = {
      ...(key === null ? {} : { key }),
      ...(delaySeconds === undefined ? {} : { delaySeconds }),
    }
    sent.push({ name: task.name, data: task.data.parse(data), options })
  }
  const sendAll: JobQueue['sendAll'] = async (task, jobs) => {
    for (const { data } of jobs) record(task, data)
  }
  return {
    sent,
    send: async (task, data, options) => record(task, data, options),
    sendAll,
    sendAllNow: async (task, jobs) => {
      const keys = new Set(jobs.map(({ data }) => getPlace(task, data).key))
      for (const { name, options } of sent) {
        if (name === task.name && options.key && keys.has(options.key)) delete options.delaySeconds
      }
      await sendAll(task, jobs)
    },
    forget: async (_tx, merchantId) => {
      const kept = sent.filter(({ data }) => (data as { merchantId?: number }).merchantId !== merchantId)
      sent.splice(0, sent.length, ...kept)
    },
    prepare: async () => undefined,
    work: async () => undefined,
    schedule: async () => undefined,
    finishJobs: async () => undefined,
    silentMs: () => null,
    stop: async () => undefined,
  }
}
