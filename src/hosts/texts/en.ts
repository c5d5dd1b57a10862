/** What a host says before it has the viewer. */
export const en = {
  noAnswer: 'No kernel answers: run this cell again.'
};
