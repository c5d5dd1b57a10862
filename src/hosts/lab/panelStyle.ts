/** The panel's frame around the viewer; the viewer brings its own style. */
export const PANEL_STYLE = `
.jaxviz-Panel {
  display: flex;
  flex-direction: column;
  color: var(--jp-ui-font-color1);
  background: var(--jp-layout-color1);
  font-size: var(--jp-ui-font-size1);
}
.jaxviz-Panel-state, .jaxviz-Panel-bar, .jaxviz-Panel-note {
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: 4px 8px;
  padding: 4px 8px;
  border-bottom: var(--jp-border-width) solid var(--jp-border-color2);
}
.jaxviz-Panel-note { white-space: pre-wrap; overflow-wrap: anywhere; }
.jaxviz-Panel [hidden] { display: none !important; }
.jaxviz-Panel-dot { flex: none; width: 8px; height: 8px; border-radius: 50%; border: 1px solid var(--jp-ui-font-color2); }
.jaxviz-Panel-state[data-state='connected'] .jaxviz-Panel-dot { background: var(--jp-success-color1); border-color: var(--jp-success-color1); }
.jaxviz-Panel-state[data-state='connecting'] .jaxviz-Panel-dot,
.jaxviz-Panel-state[data-state='restarting'] .jaxviz-Panel-dot,
.jaxviz-Panel-state[data-state='busy'] .jaxviz-Panel-dot { background: var(--jp-warn-color1); border-color: var(--jp-warn-color1); }
.jaxviz-Panel-state[data-state='dead'] .jaxviz-Panel-dot,
.jaxviz-Panel-state[data-state='skew'] .jaxviz-Panel-dot { background: var(--jp-error-color1); border-color: var(--jp-error-color1); }
.jaxviz-Panel-text { flex: 1 1 12em; }
.jaxviz-Panel-bar label { display: flex; align-items: center; gap: 6px; flex: 1 1 12em; min-width: 0; }
.jaxviz-Panel select {
  flex: 1;
  min-width: 0;
  padding: 2px 4px;
  color: var(--jp-ui-font-color1);
  background: var(--jp-layout-color0);
  border: var(--jp-border-width) solid var(--jp-border-color1);
  border-radius: var(--jp-border-radius);
  font: inherit;
}
.jaxviz-Panel button {
  padding: 2px 8px;
  color: var(--jp-ui-font-color1);
  background: var(--jp-layout-color2);
  border: var(--jp-border-width) solid var(--jp-border-color1);
  border-radius: var(--jp-border-radius);
  font: inherit;
  cursor: pointer;
}
.jaxviz-Panel button:disabled { color: var(--jp-ui-font-color2); cursor: default; opacity: 0.7; }
.jaxviz-Panel :is(select, button):focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.jaxviz-Panel-progress { width: 100%; height: 2px; overflow: hidden; background: var(--jp-layout-color3); }
.jaxviz-Panel-progress::after {
  content: '';
  display: block;
  width: 30%;
  height: 100%;
  background: var(--jp-brand-color1);
  animation: jaxviz-progress 1.2s ease-in-out infinite alternate;
}
@keyframes jaxviz-progress { to { transform: translateX(233%); } }
@media (prefers-reduced-motion: reduce) { .jaxviz-Panel-progress::after { animation: none; width: 100%; } }
.jaxviz-Panel-body { flex: 1; min-height: 0; position: relative; }
.jaxviz-Panel-empty { margin: 0; padding: 12px 8px; color: var(--jp-ui-font-color1); }
`;
