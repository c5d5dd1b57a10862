/** A text that is not a report that this viewer can show; the message is for people and says what to do. */
export class ReportError extends Error {
  override name = 'ReportError';
}
