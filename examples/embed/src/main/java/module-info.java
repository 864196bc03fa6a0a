/** A program that keeps its memories in Stoa. */
module example.embed {
    requires dev.stoa.core;
}
