// The page has no fonts of its own, so that it stays small.
import '../../styles/tokens.css';
import '../../styles/base.css';
import { mount } from 'svelte';
import { guardText } from '../ui/text-guard';
import Page from './CheckPage.svelte';

guardText(document);

const target = document.getElementById('app');
if (target) mount(Page, { target });
