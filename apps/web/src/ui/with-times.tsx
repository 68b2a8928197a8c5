/** Shows a sentence in which a time and its AM or PM stay on one line. */
export function WithTimes({ children }: { children: string }) {
  return children.split(/(\d+:\d\d [ap]\.?m)/i).map((part, i) =>
    i % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same time may be there twice, and parts have no order of their own
      <span key={i} className="time">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
