// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Payload } from '../layout/protocol';
import { ReportBuilder } from '../testing/document';
import { smallReport } from '../testing/view-context';
import { Viewer, type ViewerOptions } from './viewer';

vi.mock('./worker-text', () => ({ default: '' }));

const payload = (builder: ReportBuilder = smallReport()): Payload => ({ json: JSON.stringify(builder.document) });

describe('Viewer', () => {
  let element: HTMLElement;
  let viewer: Viewer | null = null;
  const saved = vi.fn();
  const marked = vi.fn();

  const open = async (given: Payload, options: ViewerOptions = {}): Promise<Viewer> => {
    viewer = new Viewer(element, given, {
      host: { language: 'en', theme: 'light', save: saved, mark: marked },
      ...options
    });
    await viewer.ready;
    return viewer;
  };
  const root = (): ShadowRoot => element.querySelector('.jaxviz-frame')!.shadowRoot!;
  const all = (selector: string): HTMLElement[] => [...root().querySelectorAll<HTMLElement>(selector)];
  const one = (selector: string): HTMLElement => root().querySelector<HTMLElement>(selector)!;
  const click = (target: Element, init: MouseEventInit = {}): boolean =>
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, ...init }));
  const key = (target: Element, name: string): boolean =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }));
  const chosenCode = (): string =>
    all('code .chosen')
      .map(piece => piece.textContent)
      .join('|');

  beforeEach(() => {
    // No Worker here: the engine runs on the page.
    vi.stubGlobal('Worker', undefined);
    element = document.createElement('div');
    document.body.replaceChildren(element);
    sessionStorage.clear();
    saved.mockReset();
    marked.mockReset();
  });
  afterEach(() => {
    viewer?.dispose();
    viewer = null;
    vi.unstubAllGlobals();
  });

  it('says how big the program is and draws all of it', async () => {
    const shown = await open(payload());
    expect(one('.head .count').textContent).toBe('6 equations');
    expect(shown.drawn()).toBe(6);
    expect(all('.tabs [role=tab]').map(tab => tab.textContent)).toEqual(['Program']);
  });

  it('offers to group by what equations have', async () => {
    const offered = (): string[] =>
      all('.tools option:not(:disabled)').map(option => option.getAttribute('value') ?? '');
    await open(payload());
    expect(offered()).toEqual(['calls', 'scopes', 'phase', 'regions']);
    viewer?.dispose();
    const plain = new ReportBuilder().source('y = sin(x)');
    plain.stage().top([{ name: 'x' }], 1, (top, [x]) => [top.add('sin', [x])]);
    await open(payload(plain));
    expect(offered()).toEqual(['calls', 'regions']);
  });

  it('links a line to its equations and an equation to its columns', async () => {
    await open(payload());
    click(one('[data-line="2"] .line-number'));
    expect(one('.details h2').textContent).toBe('3 equations');
    click(one('[data-line="2"] [data-column="17"]'));
    expect(one('.details h2').textContent).toBe('sin');
    expect(chosenCode()).toBe('sin(x');
    expect(marked.mock.lastCall?.[0]).toMatchObject([
      { row: 0, strong: true, file: 'Cell [1]', line: 2, column: 17, endLine: 2, endColumn: 22 }
    ]);
    key(one('.graph'), 'Escape');
    expect(chosenCode()).toBe('');
    expect(one('.details h2').textContent).toBe('f');
  });

  it('adds with shift', async () => {
    await open(payload());
    click(one('[data-line="2"] [data-column="17"]'));
    click(one('[data-line="2"] [data-column="26"]'), { shiftKey: true });
    expect(one('.details h2').textContent).toBe('2 equations');
    click(one('[data-line="2"] [data-column="26"]'), { shiftKey: true });
    expect(one('.details h2').textContent).toBe('sin');
  });

  it('finds, opens what hides the match, and clears', async () => {
    const shown = await open(payload());
    const input = one('.search input') as HTMLInputElement;
    input.value = 'prim:tanh';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    key(input, 'Enter');
    await vi.waitFor(() => expect(one('.details h2').textContent).toBe('tanh'));
    expect(one('.search-status').textContent).toBe('1 of 1');
    await vi.waitFor(() => expect(all('.graph [data-path="3/jaxpr.0/1"]')).toHaveLength(1));
    expect(shown.drawn()).toBe(6);
    key(input, 'Escape');
    expect(input.value).toBe('');
    expect(one('.search-status').textContent).toBe('');
  });

  it('says where a word was found', async () => {
    await open(payload());
    const input = one('.search input') as HTMLInputElement;
    const where = (): string | null => one('.search-hint [role=status]').textContent;
    const type = (text: string): void => {
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    type('sin');
    await vi.waitFor(() => expect(where()).toBe('1 by primitive'));
    type('a');
    await vi.waitFor(() => expect(where()).toMatch(/^3 by primitive, .*1 by name scope$/));
    type('prim:scan');
    await vi.waitFor(() => expect(one('.search-status').textContent).toBe('1'));
    expect(where()).toBe('');
    expect(one('.search-hint').textContent).toContain('line:14');
  });

  it.each(['picture', 'tree'])('gives the focus back to the %s when the search is left', async form => {
    await open(payload());
    if (form === 'tree') one('[data-form=tree]').click();
    await vi.waitFor(() => expect(all('.tree [role=treeitem]').length > 0).toBe(form === 'tree'));
    key(one('.graph'), '/');
    const input = one('.search input') as HTMLInputElement;
    expect(root().activeElement).toBe(input);
    input.value = 'sin';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    key(input, 'Enter');
    key(input, 'Escape');
    expect(root().activeElement).toBe(input);
    key(input, 'Escape');
    expect(root().activeElement?.closest(form === 'tree' ? '.tree' : '.graph')).not.toBeNull();
  });

  it('marks a line of calls when all that they lead to is chosen', async () => {
    await open(payload());
    const line = (): HTMLElement => one('[data-line="1"]');
    expect(line().getAttribute('aria-label')).toContain('6 equations in calls made here');
    click(one('[data-line="1"] .line-number'));
    expect(line().classList.contains('calls')).toBe(true);
    expect(line().getAttribute('aria-selected')).toBe('true');
    click(one('[data-line="2"] .line-number'));
    expect(line().classList.contains('calls')).toBe(false);
    expect(line().getAttribute('aria-selected')).toBe('false');
  });

  it('says once that everything came from a cache, and lists no keys of views that are not there', async () => {
    const builder = smallReport();
    builder.document.programs[0].timings = {
      trace: 1e-4,
      lower: 1e-5,
      compile: 1e-5,
      cached: ['trace', 'lower', 'compile']
    };
    await open(payload(builder));
    expect(one('.head .times').textContent).toBe('from JAX’s cache');
    expect(one('.details .note').textContent).toBe('from JAX’s cache');
    expect(one('dialog.keys').textContent).not.toContain('views');
  });

  it('says what is wrong with a search', async () => {
    await open(payload());
    const input = one('.search input') as HTMLInputElement;
    input.value = '/(/';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.title).toContain('Cannot search');
    expect(one('.search-status').textContent).toContain('Cannot search');
    // The message goes with what it is about.
    key(input, 'Escape');
    expect(one('.search-status').textContent).toBe('');
    expect(input.hasAttribute('aria-invalid')).toBe(false);
  });

  it('says when an expression takes too long', async () => {
    const builder = smallReport();
    builder.document.strings = builder.document.strings.map(text => (text === 'tanh' ? 'W'.repeat(5000) : text));
    await open(payload(builder));
    const input = one('.search input') as HTMLInputElement;
    input.value = '/(W+)+X/';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await vi.waitFor(() => expect(one('.search-status').textContent).toBe('This expression takes too long'));
    expect(input.getAttribute('aria-invalid')).toBe('true');
    input.value = '/^tan/';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await vi.waitFor(() => expect(one('.search-status').textContent).toBe('none'));
    expect(input.hasAttribute('aria-invalid')).toBe(false);
  });

  it('walks with the keyboard', async () => {
    await open(payload());
    const graph = one('.graph');
    key(graph, 'ArrowDown');
    const first = one('.details h2').textContent;
    key(graph, ']');
    expect(one('.details h2').textContent).not.toBe(first);
    expect(graph.getAttribute('aria-activedescendant')).toBe(one('.jv-box.current').id);
  });

  it('keeps selection and place when the same report arrives again, not with another one', async () => {
    const shown = await open(payload());
    click(one('[data-line="2"] [data-column="17"]'));
    const before = one('.world').getAttribute('transform');
    one('.graph').dispatchEvent(new WheelEvent('wheel', { deltaY: 50, bubbles: true, cancelable: true }));
    const camera = one('.world').getAttribute('transform');
    expect(camera).not.toBe(before);
    const newer = smallReport();
    newer.document.programs[0].timings.compile = 0.344;
    await shown.replace(payload(newer));
    expect(one('.details h2').textContent).toBe('sin');
    expect(chosenCode()).toBe('sin(x');
    expect(one('.world').getAttribute('transform')).toBe(camera);
    expect(shown.drawn()).toBe(6);
    expect(one('.head .times').textContent).toContain('compile 344 ms');
    const other = smallReport();
    other.document.id = 'other';
    await shown.replace(payload(other));
    expect(one('.details h2').textContent).toBe('f');
  });

  it('shows a fault in its place, as text', async () => {
    await expect(open({ json: '{"version": "9.0", "id": "x", "programs": []}' })).rejects.toThrow(/format 9.0/);
    expect(one('[role=alert]').textContent).toContain('newest jax_viz');
    expect(viewer).not.toBeNull();
  });

  it('never makes markup of what a report says', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const builder = smallReport().source(evil, evil, evil);
    builder.document.programs[0].name = evil;
    builder.document.programs[0].signature = evil;
    builder.document.strings = builder.document.strings.map(text =>
      text === '' || text === 'jaxpr' ? text : text + evil
    );
    await open(payload(builder));
    one('[data-form=tree]').click();
    click(one('[data-line="2"] .line-number'));
    expect(root().querySelector('img')).toBeNull();
    expect(one('.head .name').textContent).toBe(evil);
  });

  it('leaves a static picture until it has drawn, and beside a fault', async () => {
    element.append(document.createElement('table'));
    const opened = open(payload(), { height: 333 });
    const frame = one('.jaxviz').getRootNode() as ShadowRoot;
    const style = (frame.host as HTMLElement).style;
    // It has its own height already, so that nothing is laid out twice, but is not seen.
    expect([style.opacity, one('.jaxviz').style.height]).toEqual(['0', '333px']);
    await opened;
    expect(element.querySelector('table')).toBeNull();
    expect([style.opacity, style.position, one('.jaxviz').style.height]).toEqual(['', '', '333px']);
    viewer?.dispose();
    element.append(document.createElement('table'));
    await expect(open({ json: 'nonsense' })).rejects.toThrow();
    expect(element.querySelector('table')).not.toBeNull();
  });

  it('follows a link to an equation', async () => {
    location.hash = '#3/jaxpr.0/0';
    await open(payload(), { links: true });
    await vi.waitFor(() => expect(one('.details h2').textContent).toBe('mul'));
    // What hides it opens.
    await vi.waitFor(() => expect(all('.graph .chosen[data-path="3/jaxpr.0/0"]')).toHaveLength(1));
    location.hash = '';
  });

  it('takes no notice of an address that is not well formed', async () => {
    location.hash = '#%E0%A4%A';
    const shown = await open(payload(), { links: true });
    expect(shown.drawn()).toBe(6);
    expect(all('[role=alert]:not([hidden])')).toEqual([]);
    location.hash = '';
  });

  it('speaks Spanish', async () => {
    await open(payload(), { host: { language: 'es', theme: 'light' } });
    expect(one('.head .count').textContent).toBe('6 ecuaciones');
    expect(one('.jaxviz').lang).toBe('es');
  });

  it('opens what hides an equation that a link of the details leads to', async () => {
    const shown = await open(payload());
    click(one('.graph [data-id="e3"]'));
    expect(all('.graph [data-path="3/jaxpr.0/0"]')).toHaveLength(0);
    const link = (text: string): HTMLElement => all('.details .link').find(item => item.textContent === text)!;
    click(link('mul'));
    await vi.waitFor(() => expect(one('.details h2').textContent).toBe('mul'));
    expect(all('.graph .chosen[data-path="3/jaxpr.0/0"]')).toHaveLength(1);
    expect(shown.drawn()).toBe(6);
    // Its consumer's producer is the way back.
    click(one('.graph [data-path="3/jaxpr.0/1"]'));
    click(link('f32[4]'));
    await vi.waitFor(() => expect(one('.details h2').textContent).toBe('mul'));
  });

  it('leaves a group closed that a link chooses as a whole', async () => {
    await open(payload());
    const group = (): HTMLElement[] => all('.graph .jv-group');
    expect(group()).toHaveLength(1);
    if (group()[0].classList.contains('jv-open')) click(group()[0].querySelector('.toggle-grip')!);
    await vi.waitFor(() => expect(all('.graph .jv-group:not(.jv-open)')).toHaveLength(1));
    click(one('.graph [data-id="e3"]'));
    // The call stack's outermost frame is that of all equations.
    click(all('.details .link').find(item => item.textContent === 'Cell [1]:1')!);
    await vi.waitFor(() => expect(one('.details h2').textContent).toBe('6 equations'));
    expect(all('.graph .jv-group.chosen:not(.jv-open)')).toHaveLength(1);
  });

  it('saves what is shown as SVG, as DOT and as the report itself', async () => {
    await open(payload());
    const save = async (label: string): Promise<unknown[]> => {
      saved.mockReset();
      click(one('.menu-holder > button'));
      click(all('.menu [role=menuitem]').find(item => item.textContent?.includes(label) === true)!);
      await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
      return saved.mock.calls[0] as unknown[];
    };
    expect(await save('SVG')).toEqual(['f.svg', 'image/svg+xml', expect.stringMatching(/^<svg /)]);
    expect(await save('DOT')).toEqual(['f.dot', 'text/vnd.graphviz', expect.stringMatching(/^digraph "f" /)]);
    expect(await save('JSON')).toEqual(['f.json', 'application/json', JSON.stringify(smallReport().document)]);
  });

  it('asks for the size of the picture while there is little to lay out', async () => {
    const lines: number[] = [];
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(function (this: HTMLElement) {
      if (this.classList.contains('graph')) lines.push(all('.source .line, .details tr, .jv-box').length);
      return 500;
    });
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    await open(payload());
    expect(lines).toEqual([0]);
  });

  it('keeps the size of the graph for paper', async () => {
    await open(payload());
    vi.spyOn(one('.graph'), 'offsetWidth', 'get').mockReturnValue(590);
    vi.spyOn(one('.graph'), 'offsetHeight', 'get').mockReturnValue(690);
    window.dispatchEvent(new Event('beforeprint'));
    const { style } = one('.shell');
    expect([style.getPropertyValue('--graph-width'), style.getPropertyValue('--graph-height')]).toEqual([
      '590px',
      '690px'
    ]);
  });

  it('says groups in the language that is chosen in the menu', async () => {
    const shown = await open(payload());
    const texts = (): string =>
      all('.graph .jv-box title')
        .map(title => title.textContent)
        .join('\n');
    expect(texts()).toMatch(/line 2 · .*eqns/);
    click(one('.menu-holder > button'));
    click(all('.menu [role=menuitemradio]').find(item => item.textContent === 'Español')!);
    await vi.waitFor(() => expect(texts()).toMatch(/línea 2 · .*ecs\./));
    expect(texts()).not.toMatch(/eqns|line 2/);
    expect(shown.drawn()).toBe(6);
  });

  it('keeps what is typed in it to itself', async () => {
    await open(payload());
    const outside = vi.fn();
    document.body.addEventListener('keydown', outside);
    key(one('.graph'), 'd');
    key(one('.search input'), 'x');
    expect(outside).not.toHaveBeenCalled();
    document.body.removeEventListener('keydown', outside);
  });
});
