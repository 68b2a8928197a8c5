export { escapeMrkdwn, postSlackMessage, type SlackMessage } from './post-message.ts'
