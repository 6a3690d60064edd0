// Package wiki is the room of the commands about an imported wiki: what its pages say (wiki),
// and what they say of the des-file format (des).
package wiki
