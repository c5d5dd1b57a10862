"""Opening all of a large report, as a person does who presses `*` in its graph."""

OPEN_ALL = """async () => {
  const root = document.querySelector('[data-jax-viz-viewer]').shadowRoot;
  const count = Number(root.querySelector('.head .count').textContent.replace(/\\D/g, ''));
  // From 20,000 equations on the viewer asks before it opens them all.
  for (let press = 0; press < (count > 20_000 ? 2 : 1); press += 1) {
    root.querySelector('.graph').dispatchEvent(new KeyboardEvent('keydown', { key: '*', bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
  // What is drawn on tiles are single boxes.
  const isDrawn = () => root.querySelector('.tiles') !== null && jaxViz.drawn() === count;
  while (!isDrawn()) await new Promise(go => setTimeout(go, 20));
  return count;
}"""
"""Settles with the number of equations when a box of each has been drawn; for programs of more than 400."""
