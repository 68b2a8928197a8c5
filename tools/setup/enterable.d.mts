export function requireEnterable(
  folder?: string,
  isRoot?: boolean,
  env?: NodeJS.ProcessEnv,
  elsewhere?: string,
): void
