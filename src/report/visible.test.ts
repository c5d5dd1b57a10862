import { describe, expect, it } from 'vitest';
import { sample } from '../testing/samples';
import { readReport } from './decode';
import { hasRightToLeft, visible } from './visible';

describe('visible', () => {
  it.each([
    ['a\u202eb', 'a[U+202E]b'],
    ['\u001b[31m', '[U+001B][31m'],
    ['a\u0000b\ud800c', 'a[U+0000]b[U+D800]c'],
    ['a\u200db', 'a[U+200D]b'],
    ['\u{e0041}', '[U+E0041]']
  ])('shows what %j holds', (text, seen) => expect(visible(text)).toBe(seen));

  it.each(['a\n\tb', '👩\u200d💻', 'e\u0301', 'שלום', '漢字', '$& \\u202e'])('leaves %j', text =>
    expect(visible(text)).toBe(text)
  );

  it('tells letters that run from right to left', () => {
    expect([hasRightToLeft('x = "שלום"'), hasRightToLeft('x = "salut" # é 漢')]).toEqual([true, false]);
  });
});

describe('a report that is read', () => {
  it('holds visible texts everywhere but in lines of source, whose columns count characters', () => {
    const { document } = sample();
    const bad = 'a\u202eb';
    document.programs[0].name = document.programs[0].signature = bad;
    document.programs[0].static_arguments = { [bad]: bad };
    document.programs[0].arguments.forEach(leaf => (leaf.path = leaf.text = bad));
    document.strings.fill(bad, 1);
    document.sources.files[0].name = bad;
    document.sources.files[0].excerpts[0].lines[0] = bad;
    document.faults = [{ section: bad, message: bad }];
    const report = readReport(JSON.stringify(document));
    expect(report.files[0].excerpts[0].lines[0]).toBe(bad);
    report.files[0].excerpts = [];
    expect(JSON.stringify(report)).not.toContain('\u202e');
    expect(JSON.stringify(report)).toContain('a[U+202E]b');
  });
});
