import type { JobQueue, SendOptions } from '../jobs/job-queue.ts'

export interface RecordingJobs extends JobQueue {
  sent: { name: string; data: object; options: Omit<SendOptions, 'tx'> }[]
}

/**
 * Records what is sent and runs nothing. A send inside a transaction counts even if that is rolled back
 * later.
 */
export function recordingJobs(): RecordingJobs {
  const sent: RecordingJobs['sent'] = []
  const sendAll: JobQueue['sendAll'] = async (task, jobs) => {
    for (const { data, key } of jobs) {
      sent.push({ name: task.name, data: task.data.parse(data), options: { key } })
    }
  }
  return {
    sent,
    send: async (task, data, options = {}) => {
      const { tx: _tx, ...kept } = options
      sent.push({ name: task.name, data: task.data.parse(data), options: kept })
    },
    sendAll,
    sendAllNow: async (task, jobs) => {
      const keys = new Set(jobs.map(({ key }) => key))
      for (const { name, options } of sent) {
        if (name === task.name && options.key && keys.has(options.key)) delete options.delaySeconds
      }
      await sendAll(task, jobs)
    },
    forget: async (_tx, { merchantId, addresses }) => {
      const kept = sent.filter(({ data }) => {
        const of = data as { merchantId?: number; to?: string }
        return of.merchantId !== merchantId && !addresses.includes(of.to ?? '')
      })
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
